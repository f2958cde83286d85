import { beforeAll, expect, test } from 'vitest'
import { listCustomers } from '../contract/customers.ts'
import { listTransfers } from '../contract/location-transfers.ts'
import { listReceipts } from '../contract/receiving.ts'
import { listSalesOrders } from '../contract/sales-orders.ts'
import { listShipments } from '../contract/shipments.ts'
import { listSuppliers } from '../contract/suppliers.ts'
import { listCustomersQuery } from './customers/queries.ts'
import { listTransfersQuery } from './location-transfers/queries.ts'
import type { Actor } from './platform/endpoint.ts'
import { listReceiptsQuery } from './receiving/queries.ts'
import { listSalesOrdersQuery } from './sales-orders/list.ts'
import { listShipmentsQuery } from './shipments/queries.ts'
import { listSuppliersQuery } from './suppliers/queries.ts'
import { type Client, testApp } from './testing/app.ts'
import { countReads } from './testing/count-reads.ts'
import { manyOrders, manySales } from './testing/many-orders.ts'
import { manyProducts } from './testing/many-products.ts'
import { ownerOf } from './testing/owner-of.ts'

const app = await testApp({ choosesPlans: true })
/** Few, so that looking up a page costs less than reading all rows, as in a large company. */
const limit = 20
let me: Client
let actor: Actor

beforeAll(async () => {
  me = await app.signUp()
  actor = ownerOf(me)
  const given = [app.admin, me.org_id, me.user_id] as const
  await manySales(...given, 3_000)
  await manyOrders(...given, 1_500)
  await manyProducts(...given, 10)
  await app.admin.query(
    `insert into suppliers (org_id, id, user_id, name) select $1, gen_random_uuid(), $2, 'Importer ' || n from generate_series(1, 1500) n`,
    [me.org_id, me.user_id],
  )
  await withoutPostings()
  await app.admin.query('vacuum analyze suppliers, location_transfers, receipts')
})

/** Transfers and receipts, inserted without the postings behind them: only for reading the lists. */
async function withoutPostings(): Promise<void> {
  await app.admin.query('set session_replication_role = replica')
  await app.admin.query(
    `insert into location_transfers (org_id, id, user_id, user_reference, product_id, from_location_id, to_location_id, quantity, reason,
       status, sent_posting_id, created_at)
     select $1, gen_random_uuid(), $2, 'someone', p.ids[1 + n % 10], l.ids[1], l.ids[2], 1, 'restock', 'pending', gen_random_uuid(),
       '2026-01-01'::timestamptz + n * interval '1 minute'
     from generate_series(1, 1500) n, (select array_agg(id) as ids from products where org_id = $1) p,
       (select array_agg(id) as ids from locations where org_id = $1) l`,
    [me.org_id, me.user_id],
  )
  await app.admin.query(
    `insert into receipts (org_id, id, purchase_order_id, receipt_no, user_id, user_reference, posting_id, received_at, line_count, units)
     select org_id, id, id, 1, $2, 'someone', id, created_at, 1, 1 from purchase_orders where org_id = $1`,
    [me.org_id, me.user_id],
  )
  await app.admin.query('set session_replication_role = origin')
}

type Page = Readonly<{ items: readonly unknown[]; next: string | null }>

/** All paged lists that grow with the business, but products and purchase orders; a company has tens of locations. */
const lists = [
  ['sales_orders', listSalesOrders, listSalesOrdersQuery],
  ['shipments', listShipments, listShipmentsQuery],
  ['location_transfers', listTransfers, listTransfersQuery],
  ['receipts', listReceipts, listReceiptsQuery],
  ['suppliers', listSuppliers, listSuppliersQuery],
  ['customers', listCustomers, listCustomersQuery],
] as const

test.each(lists)('the last page of %s reads a page', async (table, { input }, query) => {
  await app.db.transaction({ org_id: me.org_id, user_id: me.user_id, locations: 'all' }, async (tx) => {
    const read = async (cursor: string | undefined) =>
      (await query.run(tx, actor, input.parse({ limit, ...(cursor ? { cursor } : {}) }) as never)) as Page
    let cursor: string | undefined
    let rows = 0
    for (;;) {
      const { items, next } = await read(cursor)
      rows += items.length
      if (next === null) break
      cursor = next
    }
    expect(rows).toBeGreaterThan(10 * limit)
    const { scanned, entries } = await countReads(tx, [table], () => read(cursor))
    expect(scanned + entries).toBeLessThan(4 * limit)
  })
})
