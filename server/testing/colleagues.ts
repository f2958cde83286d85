import { createInvitation, acceptInvitation } from '../../contract/invitations.ts'
import type { Role } from '../../contract/permissions.ts'
import type { Client, TestApp } from './app.ts'

/** The secret in an invitation's link. */
export function secretOf(link: string | null): string {
  const secret = new URL(link ?? 'missing:').hash.slice(1)
  if (secret === '') throw new Error(`there is no secret in ${link}`)
  return secret
}

/** A new person who accepted an invitation of `host` with this role, working in the host's organization. */
export async function colleague(app: Pick<TestApp, 'signUp'>, host: Client, role: Role): Promise<Client> {
  const person = await app.signUp()
  const { link } = await host.call(createInvitation, { role })
  await person.call(acceptInvitation, { secret: secretOf(link) })
  return person.in(host.org_id)
}
