import { listSuppliers, readSupplier, type Supplier } from '../../contract/suppliers.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

const byName: SortOrder = {
  name: 'name',
  direction: 'asc',
  columns: [
    { by: sql`s.name_sort`, type: 'text' },
    { by: sql`s.id`, type: 'uuid' },
  ],
}

const columns = sql`s.id, s.user_id, s.name, s.email, s.phone, s.address, s.contact_person, s.tax_id, s.payment_terms, s.notes, s.status, s.inactive_since,
  s.version, s.created_at, s.updated_at`

/** Selects one supplier of the actor's organization. */
export function supplierById(actor: Actor, id: string): Statement<Supplier> {
  return sql<Supplier>`select ${columns} from suppliers s where s.org_id = ${actor.org_id} and s.id = ${id}`
}

/** One supplier; refuses not_found. */
export async function oneSupplier(tx: Tx, actor: Actor, id: string): Promise<Supplier> {
  return (await tx.maybe(supplierById(actor, id))) ?? refuse('not_found')
}

export const listSuppliersQuery = implement(listSuppliers, async (tx, actor, input) => {
  const { limit, cursor, search, name, status, active_on } = input
  const { key, after, order } = keyset(byName, cursor)
  // `position` is not leakproof, so under row-level security it only filters what the index on the organization has
  // found: an organization has hundreds of suppliers, and a scan of thousands would still be a few milliseconds.
  const matches = search
    ? sql`position(app.fold(${search}) in app.fold(concat_ws(e'\n', s.name, s.contact_person, s.email))) > 0`
    : sql`true`
  const isCalled = name ? sql`s.name_sort = lower(${name})` : sql`true`
  const hasStatus = status ? sql`s.status = ${status}` : sql`true`
  const wasActive = active_on
    ? sql`(s.status = 'active' or (s.inactive_since at time zone (
        select time_zone from organizations where org_id = ${actor.org_id}))::date > ${active_on}::date)`
    : sql`true`
  const rows = await tx.all(sql<Supplier & { page_key: string[] }>`
    select ${columns}, ${key} from suppliers s
    where s.org_id = ${actor.org_id} and ${hasStatus} and ${wasActive} and ${isCalled} and ${matches} and ${after}
    ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, byName)
})

export const readSupplierQuery = implement(readSupplier, (tx, actor, { id }) => oneSupplier(tx, actor, id))
