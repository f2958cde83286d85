import { type Customer, type CustomerSummary, listCustomers, readCustomer } from '../../contract/customers.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { cursorKey, keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { searchPatterns } from '../platform/search-patterns.ts'
import { sql } from '../platform/sql.ts'

const byName: SortOrder = {
  name: 'name',
  direction: 'asc',
  columns: [
    { by: sql`c.name_sort`, type: 'text' },
    { by: sql`c.id`, type: 'uuid' },
  ],
}

export const listCustomersQuery = implement(listCustomers, async (tx, actor, { limit, cursor, search }) => {
  const { key, after, order } = keyset(byName, cursor)
  const patterns = search ? await searchPatterns(tx, search) : []
  // Found and paged through the search index in the database; details are read for the page only.
  const found =
    patterns.length > 0
      ? sql`c.id in (select app.search_customers(${actor.org_id}, ${patterns}, ${cursor ? cursorKey(byName, cursor) : null}, ${limit + 1}))`
      : after
  const rows = await tx.all(sql<CustomerSummary & { page_key: string[] }>`
    select c.id, c.name, c.email, c.phone, ${key} from customers c
    where c.org_id = ${actor.org_id} and ${found} ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, byName)
})

export const readCustomerQuery = implement(readCustomer, (tx, actor, { id }) => customerOf(tx, actor, id))

/** One customer with the figures of their orders. Refuses not_found. */
export async function customerOf(tx: Tx, actor: Actor, id: string): Promise<Customer> {
  const row = await tx.maybe(sql<Customer>`
    select c.id, c.name, c.email, c.phone, c.billing_address, c.payment_terms_days, c.notes, c.version, c.created_at, c.updated_at, o.orders, o.total_amount, o.last_order_at
    from customers c
    cross join lateral (
      select count(*) as orders, coalesce(sum(total_amount), 0) as total_amount, max(order_date) as last_order_at
      from sales_orders where org_id = c.org_id and customer_id = c.id and status <> 'cancelled'
    ) o
    where c.org_id = ${actor.org_id} and c.id = ${id}`)
  return row ?? refuse('not_found')
}
