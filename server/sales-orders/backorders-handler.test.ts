import { expect, test } from 'vitest'
import { backordersHandler } from './backorders-handler.ts'
import { silentLog } from '../platform/log.ts'
import { newId } from '../platform/ids.ts'
import { createOutbox } from '../platform/outbox.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { testStock } from '../../ledger/testing/scenarios.ts'

const stock = await testStock()

test('received stock is reserved for waiting orders after the commit, and browsers are notified', async () => {
  const org = await stock.organization()
  const products = [await org.product(), await org.product()]
  for (const product_id of products) {
    const demand = {
      document_line_id: newId(),
      document_kind: 'sales_order' as const,
      document_id: newId(),
      product_id,
      wanted: 4,
    }
    await org.post([], { demands: [demand] })
  }
  await org.post(
    products.map((product_id) => ({
      product_id,
      type: 'in' as const,
      reason: 'other',
      quantity: 3,
      location_id: org.main,
    })),
  )

  const published: unknown[] = []
  const outbox = createOutbox(
    stock.db,
    { backorders: backordersHandler },
    (org_id, nouns) => published.push([org_id, nouns]),
    silentLog,
  )
  await outbox.drain()
  await outbox.close()
  for (const product_id of products) {
    expect(await org.balances(product_id)).toMatchObject({ available: 0, reserved: 3 })
    expect(await org.totals(product_id)).toMatchObject({ backordered: 1 })
  }
  expect(published).toEqual([[org.org_id, ['stock', 'sales-orders']]])
  await stock.sound()
})

test('several products are filled without a deadlock with a change of their order', async () => {
  const org = await stock.organization()
  const products = [await org.product(), await org.product()].toSorted()
  // Demands are locked by id: that of the second product first.
  const [first, second] = [newId(), newId()].toSorted() as [string, string]
  const line = (document_line_id: string, product_id = '') =>
    ({ document_line_id, document_kind: 'sales_order', document_id: newId(), product_id, wanted: 4 }) as const
  await org.post([], { demands: [line(first, products[1]), line(second, products[0])] })
  await org.post(
    products.map((product_id) => ({ product_id, type: 'in', reason: 'other', quantity: 3, location_id: org.main })),
  )
  const lock = (id: string) =>
    stock.admin.query('select from stock_demands where org_id = $1 and document_line_id = $2 for no key update', [
      org.org_id,
      id,
    ])

  await stock.admin.query('begin')
  await lock(first)
  const filling = org.inTx((tx) =>
    backordersHandler(tx, org.org_id, { product_ids: products } as never, { alone: true }),
  )
  await lockAwaited(stock.admin)
  await lock(second)
  await stock.admin.query('commit')
  expect(await filling).toEqual(['stock', 'sales-orders'])
  for (const product_id of products) expect(await org.balances(product_id)).toMatchObject({ available: 0, reserved: 3 })
  await stock.sound()
})
