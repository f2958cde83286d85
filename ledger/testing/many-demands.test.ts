import { expect, test } from 'vitest'
import type { Tx } from '../../server/platform/db.ts'
import { newId } from '../../server/platform/ids.ts'
import { sql } from '../../server/platform/sql.ts'
import { releaseLine, reserveLine } from '../demands.ts'
import { postStock } from '../post-stock.ts'
import type { Demand, NewPosting } from '../posting.ts'
import { testStock } from './scenarios.ts'

const stock = await testStock({ choosesPlans: true })
const org = await stock.organization()

const many = 600
const products: string[] = []
for (let n = 0; n < many; n++) products.push(await org.product({ stock: 5 }))

/** An order for one unit of each of these products. */
function orderOf(product_ids: string[]): NewPosting {
  const document_id = newId()
  const demands = product_ids.map((product_id): Demand => ({
    document_line_id: newId(),
    document_kind: 'sales_order',
    document_id,
    product_id,
    wanted: 1,
  }))
  return {
    id: newId(),
    kind: 'order',
    demands,
    lines: demands.flatMap((line) => [{ ...releaseLine(line), up_to: true }, reserveLine(line)]),
  }
}

/** A purchase order's line for one unit at Main. */
function incomingOf(product_id: string): Demand {
  return {
    document_line_id: newId(),
    document_kind: 'purchase_order',
    document_id: newId(),
    product_id,
    wanted: 1,
    location_id: org.main,
  }
}

test('a receipt reads little more than its lines, even if all that was ever ordered is one product', async () => {
  const demands = Array.from({ length: 400 }, (): Demand => incomingOf(products[0] ?? ''))
  await org.inTx((tx) => postStock(tx, org.actor, { id: newId(), kind: 'order', demands, lines: [] }))
  await stock.admin.query('analyze')
  const lines = products.slice(-3).map((product_id) => incomingOf(product_id))
  await org.post(
    lines.map(({ document_line_id, product_id }) => ({
      document_line_id,
      product_id,
      quantity: 1,
      from_account: 'supplier',
      to_account: 'incoming',
      to_location_id: org.main,
    })),
    { kind: 'order', demands: lines },
  )
  const receipt: NewPosting = {
    id: newId(),
    kind: 'receipt',
    lines: lines.map(({ document_line_id, product_id }) => ({
      document_line_id,
      product_id,
      quantity: 1,
      type: 'in',
      reason: 'purchase_order',
      from_account: 'incoming',
      from_location_id: org.main,
      from_lot_id: product_id,
      to_account: 'available',
      to_location_id: org.main,
      to_lot_id: product_id,
    })),
  }
  const { before, after } = await org.inTx(async (tx) => {
    const before = await rowsRead(tx)
    await postStock(tx, org.actor, receipt)
    return { before, after: await rowsRead(tx) }
  })
  for (const [name, rows] of after) expect(rows - (before.get(name) ?? 0), name).toBeLessThan(100)
})

test('an order of three lines reads little more than its lines, however many products and orders exist', async () => {
  await org.inTx((tx) => postStock(tx, org.actor, orderOf(products)))
  await stock.admin.query('analyze')
  const small = orderOf(products.slice(0, 3))
  const { before, after } = await org.inTx(async (tx) => {
    const before = await rowsRead(tx)
    await postStock(tx, org.actor, small)
    return { before, after: await rowsRead(tx) }
  })
  for (const [name, rows] of after) {
    expect(rows - (before.get(name) ?? 0), name).toBeGreaterThan(0)
    expect(rows - (before.get(name) ?? 0), name).toBeLessThan(100)
  }
  await stock.sound()
})

/** How many rows of each table used by a posting with demands this connection has read. */
async function rowsRead(tx: Tx): Promise<Map<string, number>> {
  const tables = ['stock_demands', 'stock_commitments', 'stock_levels', 'product_totals', 'products']
  const rows = await tx.all(sql<{ name: string; rows: number }>`
    select relname as name, (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
    where relname = any (${tables}::text[])`)
  if (rows.length !== tables.length) throw new Error(`${rows.length} tables are counted`)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}
