import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { Values } from './changes.ts'

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
const idsAtOnce = 2_000

type Read = <T>(query: Statement<T>) => Promise<T[]>
type Named = { id: string; name: string }

/** A product's name at a moment: from its newest change until then. */
export const productNameAt = ({ org_id }: Actor, product_id: Statement<unknown>, moment: Statement<unknown>) => sql`
  select a.item_name from audit_trail a
  where a.org_id = ${org_id} and a.subject_id = ${product_id} and a.created_at <= ${moment} and a.table_name = 'products'
    and a.item_name is not null
  order by a.created_at desc, a.id desc limit 1`

/**
 * The names of the records, people and lots with these ids: the current ones, else the last ones in the trail. Records
 * that the caller may not see have none.
 */
export async function readNames(
  read: Read,
  actor: Actor,
  values: readonly (Values | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(values.flatMap((record) => Object.values(record ?? {}).flat()).filter(isId))]
  const names = new Map<string, string>()
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce)
    for (const { id, name } of await read(presentNames(actor, some))) names.set(id, name)
    const gone = some.filter((id) => !names.has(id))
    if (gone.length > 0) for (const { id, name } of await read(formerNames(actor, gone))) names.set(id, name)
  }
  return names
}

const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

const presentNames = ({ org_id }: Actor, ids: readonly string[]) => sql<Named>`
  select id, name from products where org_id = ${org_id} and id = any (${ids}::uuid[])
  union all select id, name from categories where org_id = ${org_id} and id = any (${ids}::uuid[])
  union all select id, name from suppliers where org_id = ${org_id} and id = any (${ids}::uuid[])
  union all select id, name from customers where org_id = ${org_id} and id = any (${ids}::uuid[])
  union all select id, name from locations where org_id = ${org_id} and id = any (${ids}::uuid[])
  union all select id, order_number from purchase_orders where org_id = ${org_id} and id = any (${ids}::uuid[])
  union all select id, order_number from sales_orders where org_id = ${org_id} and id = any (${ids}::uuid[])
  union all select user_id, username from profiles where org_id = ${org_id} and user_id = any (${ids}::uuid[])
  union all select id, coalesce(nullif(label, ''), case when sales_order_id is not null then 'Link for the customer' else 'Link for the supplier' end)
    from shares where org_id = ${org_id} and id = any (${ids}::uuid[])`

/**
 * Deleted records, people who left, and records without their own name, which use their order's: "PO-1042, receipt 2".
 */
const formerNames = ({ org_id }: Actor, ids: readonly string[]) => sql<Named>`
  select i.id, coalesce(person.username, record.item_name) as name
  from unnest(${ids}::uuid[]) as i (id)
  left join lateral (
    select p.username from audit_people p where p.org_id = ${org_id} and p.user_id = i.id order by p.valid_from desc limit 1) person on true
  left join lateral (
    select a.item_name from audit_trail a where a.org_id = ${org_id} and a.record_id = i.id and a.item_name is not null
    order by a.created_at desc, a.id desc limit 1) record on true
  where coalesce(person.username, record.item_name) is not null`
