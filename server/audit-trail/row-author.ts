import type { AuditEntry } from '../../contract/audit-trail.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

export type Person = Pick<AuditEntry, 'user_email' | 'username' | 'user_is_erased'>

/** A private link's name in the trail: the customer or supplier it was created for. */
export const linkName = sql`case when by_link.sales_order_id is not null then 'Customer, by link'
  when by_link.purchase_order_id is not null then 'Supplier, by link' end`

/** The author of a row, by the name at that time: a member, an API key, or a private link. */
export const personOf = (actor: Actor, at: string) => sql`
  left join lateral (
    select p.email, p.username, p.erased_at is not null as erased from audit_people p
    where p.org_id = ${actor.org_id} and p.user_id = r.user_id
    order by p.valid_from <= ${sql.ref(at)} desc, case when p.valid_from <= ${sql.ref(at)} then p.valid_from end desc nulls last, p.valid_from
    limit 1) person on true
  left join api_keys k on k.org_id = ${actor.org_id} and k.id = r.user_id
  left join shares by_link on by_link.org_id = ${actor.org_id} and by_link.id = r.user_id`
export const personColumns = sql`
  person.email as user_email, coalesce(person.username, k.name, ${linkName}) as username, coalesce(person.erased, false) as user_is_erased`
