import { expect, test } from 'vitest'
import { createTransfer } from '../contract/location-transfers.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createReceipt } from '../contract/receiving.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransaction } from '../contract/transactions.ts'
import { expectSound } from './testing/expect-sound.ts'
import type { Client } from './testing/app.ts'
import { colleague } from './testing/colleagues.ts'
import { groupingApp } from './testing/groups.ts'
import { receiptInput } from './testing/ordering.ts'
import { selling } from './testing/selling.ts'
import { times } from './testing/together.ts'

const app = await groupingApp()

test('entries, orders, shipments, receipts and transfers of the same products arrive together: each is made, and no group is rolled back', async () => {
  const s = await selling(app)
  const people = [s.me, await colleague(app, s.me, 'staff')]
  const fields = { price: 2, cost_price: 1, stock_quantity: 1_000 }
  const goods = await Promise.all(
    times(3, (n) => s.me.call(createProduct, { ...fields, name: `Product ${n}`, sku: `P-${n}` })),
  )
  const supplier = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
  const lines = goods.map(({ id }) => ({ product_id: id, quantity: 5, unit_price: 2 }))
  const bought = await Promise.all(
    times(24, async () => {
      const { id, version } = await s.me.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
      return s.me.call(payPurchaseOrder, { id, version })
    }),
  )
  const waiting = await Promise.all(
    times(24, async () => {
      const order = await s.order(goods.map(({ id }) => [id, 2]))
      return s.plan(order, ...goods.map((_, item) => ({ item, quantity: 2 })))
    }),
  )
  const by = (n: number) => people[n % 2] as Client
  const one = (n: number) => goods[n % 3]?.id ?? ''
  const kinds = [
    (n: number) =>
      by(n).call(createTransaction, {
        type: 'out',
        product_id: one(n),
        quantity: 1,
        reason_code: 'customer_order',
        location_id: s.main,
      }),
    () => s.order(goods.map(({ id }) => [id, 1])),
    (n: number) => s.move(waiting[n] ?? { id: '' }, 'in_transit'),
    (n: number) => {
      const all = goods.map((_, item) => ({ item, quantity: 5 }))
      return by(n).call(createReceipt, receiptInput(bought[n] as (typeof bought)[number], s.main, all))
    },
    (n: number) =>
      by(n).call(createTransfer, {
        product_id: one(n),
        from_location_id: s.main,
        to_location_id: s.shop,
        quantity: 1,
        reason: 'demand',
      }),
  ]
  const requests = times(24, (n) => kinds.map((make) => (): Promise<unknown> => make(n))).flat()
  const { members, failedGroups } = await app.gather(requests)
  expect(failedGroups).toBe(0)
  expect(members).toBeGreaterThan(60)
  const figures = await Promise.all(goods.map(({ id }) => s.stock(id)))
  // Each of them: 8 entries and 48 shipped units out, 120 received, 24 reserved for new orders.
  for (const { on_hand, reserved, incoming } of figures)
    expect([on_hand, reserved, incoming]).toEqual([1_000 - 8 - 48 + 120, 24, 0])
  expect(await Promise.all(goods.map(({ id }) => s.at(id, s.shop)))).toEqual([8, 8, 8])
  await expectSound(app)
})
