import { expect, test } from 'vitest'
import { readSalesOrder } from '../../contract/sales-orders.ts'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

test('a limited member takes nothing back for an order whose failed delivery came back elsewhere', async () => {
  const s = await selling(app)
  const product = await s.product(0)
  for (const lot_number of ['A', 'B'])
    await s.me.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      reason_code: 'production_completion',
      quantity: 2,
      location_id: s.shop,
      lot_number,
    })
  const order = await s.order([[product.id, 4]])
  // Both lots have left, and the units of the first one are in the warehouse now.
  const first = await s.ship(order, 2)
  await s.ship(order, 2)
  const clerk = await limitedMember(app, s.me, [s.shop])
  const lines = (quantity: number) => [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity, location_id: s.shop }]
  expect(await clerk.call(readSalesOrder, { id: order.id })).toMatchObject({ shipped_elsewhere: false })
  await clerk.call(createSalesReturn, { sales_order_id: order.id, lines: lines(1) })
  await s.move(first, 'failed', { location_id: s.main })
  // They don't see which units came back there, so they can't tell which lot the customer still has.
  expect(await clerk.refused(createSalesReturn, { sales_order_id: order.id, lines: lines(1) })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  expect(await clerk.call(readSalesOrder, { id: order.id })).toMatchObject({ shipped_elsewhere: true })
  expect(await s.read(order)).toMatchObject({ shipped_elsewhere: false })
  await s.me.call(createSalesReturn, { sales_order_id: order.id, lines: lines(1) })
  await expectSound(app)
})
