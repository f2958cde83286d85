import { listMembers, type Member } from '../../contract/members.ts'
import { mayDo } from '../../contract/permissions.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/**
 * Members with their profiles; whether they have a second factor, or a passkey, which is two in one, is shown to those
 * who may change members.
 */
const membersOf = (actor: Actor, condition: Statement<unknown> = sql`true`) => sql<Member>`
  select m.user_id, p.email, p.username, m.role, m.created_at as joined_at,
    case when ${mayDo(actor.role, 'members.write')} then exists (
      select from auth.factors f where f.user_id = m.user_id and f.status = 'verified' and f.factor_type <> 'recovery_code')
      or exists (select from auth.webauthn_credentials c where c.user_id = m.user_id and c.factor_id is null) end as has_second_factor,
    m.location_ids
  from members m
  join profiles p on p.org_id = ${actor.org_id} and p.user_id = m.user_id
  where m.org_id = ${actor.org_id} and ${condition}
  order by app.role_rank(m.role) desc, lower(p.username), m.user_id`

export const listMembersQuery = implement(listMembers, async (tx, actor) => ({
  items: (await tx.all(membersOf(actor))).map((member) => shownTo(actor, member)),
}))

/** One member as the list shows them. */
export async function readMember(tx: Tx, actor: Actor, user_id: string): Promise<Member> {
  return shownTo(actor, await tx.one(membersOf(actor, sql`m.user_id = ${user_id}`)))
}

/** Only members who may change other members' locations can see them. */
function shownTo(actor: Actor, { location_ids, ...member }: Member): Member {
  return mayDo(actor.role, 'members.write') ? { ...member, location_ids } : member
}
