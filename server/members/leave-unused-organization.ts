import { inOrganization } from '../organizations/in-organization.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { endMembership } from './end-membership.ts'

/**
 * A person who signed up to accept an invitation doesn't want their own company: the one created at their sign-up is
 * left if it was never used or named. Accounts older than the invitation keep theirs.
 */
export async function leaveUnusedOrganization(tx: Tx, actor: Actor, invited_at: string): Promise<void> {
  const { user_id } = actor
  const { own_org_id, came_for_it } = await tx.one(sql<{ own_org_id: string; came_for_it: boolean }>`
    select own_org_id, created_at > ${invited_at} as came_for_it from auth.users where id = ${user_id}`)
  if (!came_for_it) return
  await inOrganization(tx, actor, { org_id: own_org_id, role: 'owner' }, async (owner) => {
    // Every action leaves a row in the audit trail; those of the sign-up share one transaction.
    const found = await tx.maybe(sql<{ is_unused: boolean }>`
      select s.company_name = '' and not o.is_sample and not exists (
          select from audit_trail a
          where a.org_id = o.org_id and a.transaction_id <> (
            select first.transaction_id from audit_trail first where first.org_id = o.org_id order by first.id limit 1)) as is_unused
      from organizations o
      join organization_settings s on s.org_id = o.org_id
      join members m on m.org_id = o.org_id and m.user_id = ${user_id} and m.role = 'owner'
      where o.org_id = ${own_org_id}`)
    if (found?.is_unused) await endMembership(tx, owner, user_id)
  })
}
