import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from './testing/app.ts'
import { ordering } from './testing/ordering.ts'
import { selling } from './testing/selling.ts'

// Some references have no foreign key of their own, because others imply it (db/migrations/1120).

const app = await testApp()
const { admin } = app
const buyer = await ordering(app)
const { receipt } = await buyer.receive(await buyer.ordered(3, 4), 1)
const seller = await selling(app)
const sold = await seller.product(9)
const order = await seller.order([[sold.id, 2]], { status: 'shipped' })
await seller.giveBack(order, 1)
const [line] = receipt.lines
const another = await buyer.product(5)

beforeEach(() => admin.query('begin'))
afterEach(() => admin.query('rollback'))

/** The foreign key that refuses a statement; fails if it succeeds. */
async function refusedBy(statement: string, values: unknown[]): Promise<string | undefined> {
  const error: unknown = await admin.query(statement, values).catch((refusal: unknown) => refusal)
  expect(error).toBeInstanceOf(DatabaseError)
  expect((error as DatabaseError).code).toBe('23503')
  return (error as DatabaseError).constraint
}

/** A row like another one with the key, except for these columns. */
async function copy(table: string, key: string, id: string, change: object): Promise<string | undefined> {
  const { rows } = await admin.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const columns = rows[0]?.names
  return refusedBy(
    `insert into ${table} (${columns}) select ${columns} from (
       select n.* from ${table} r cross join lateral jsonb_populate_record(r, $2) n where r.${key} = $1 limit 1) n`,
    [id, change],
  )
}

describe('a received line is refused', () => {
  const level = 'receipt_items_org_id_product_id_location_id_lot_id_fkey'

  test.each([
    ['of a product that does not exist', { product_id: randomUUID() }],
    ['of another product than its lot', { product_id: another.id }],
    ['of a product of another organization', { product_id: sold.id, lot_id: sold.id }],
    ['in a lot that does not exist', { lot_id: randomUUID() }],
    ['in a lot of another product', { lot_id: another.id }],
    ['at a location that does not exist', { location_id: randomUUID() }],
    ['at a location of another organization', { location_id: seller.main }],
    ['at a location where none of it ever was', { location_id: buyer.shop }],
  ])('%s', async (_of, change) => {
    expect(await copy('receipt_items', 'receipt_id', receipt.id, { line_no: 99, ...change })).toBe(level)
  })

  test('and keeps its level, product, lot and location', async () => {
    const found = [buyer.me.org_id, line?.product_id]
    // Without everything else that refers to the level.
    await admin.query('set local session_replication_role = replica')
    for (const table of ['stock_movements', 'stock_months', 'stock_commitments'])
      await admin.query(`delete from ${table} where org_id = $1 and product_id = $2`, found)
    await admin.query('set local session_replication_role = origin')
    expect(await refusedBy('delete from stock_levels where org_id = $1 and product_id = $2', found)).toBe(level)
  })
})

test.each([
  ['shipments', { shipment_no: 9 }],
  ['sales_returns', { return_no: 9 }],
])('a row of %s is refused in another organization than its order', async (table, number) => {
  for (const org_id of [randomUUID(), buyer.me.org_id]) {
    const id = randomUUID()
    await admin.query('savepoint before')
    const refusal = await copy(table, 'sales_order_id', order.id, { org_id, id, posting_id: id, ...number })
    expect(refusal).toBe(`${table}_org_id_sales_order_id_fkey`)
    await admin.query('rollback to before')
  }
})
