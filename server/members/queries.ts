import { sql } from 'kysely'
import { readMe, type Membership } from '../../contract/members.ts'
import { implement } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { refuse } from '../platform/refusal.ts'

export const readMeQuery = (mailer: Mailer | null) =>
  implement(readMe, async (tx, actor) => {
    const [profile, organizations] = await Promise.all([
      tx.one(sql<{ email: string; username: string }>`
      select email, username from profiles where org_id = ${actor.org_id} and user_id = ${actor.user_id}`),
      tx.all(sql<Membership>`select org_id, name, role, is_sample from app.memberships(${actor.user_id})`),
    ])
    const organization = organizations.find(({ org_id }) => org_id === actor.org_id) ?? refuse('not_found')
    return { user_id: actor.user_id, ...profile, organization, organizations, can_mail: mailer !== null }
  })
