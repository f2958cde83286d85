import { expect, test } from 'vitest'
import { listReturnableLots } from '../../contract/sales-returns.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { changeShipmentStatus } from '../../contract/shipments.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

/** An order of four, of which a shipment took two of lot A; and two of lot B are in stock. */
async function twoLots() {
  const s = await selling(app)
  const product = await s.product(0)
  for (const lot_number of ['A', 'B'])
    await s.me.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      quantity: 2,
      reason_code: 'transfer_in',
      lot_number,
      location_id: s.main,
    })
  const order = await s.order([[product.id, 4]])
  const first = await s.ship(order, 2)
  /** What is in stock of each lot. */
  const lots = async () => {
    const { locations } = await s.stock(product.id)
    const all = locations.flatMap((location) => location.lots)
    return Object.fromEntries(all.map((lot) => [lot.lot_number, lot.on_hand]))
  }
  return { ...s, order, first, lots }
}

test('a failed delivery brings back lots that the customer still has, after a return of another shipment', async () => {
  const s = await twoLots()
  await s.ship(s.order, 2)
  // Which lot came back isn't stated, and lot A is taken. So the delivery that failed was one of lot B.
  await s.giveBack(s.order, 2)
  await s.move(s.first, 'failed')
  expect(await s.lots()).toEqual({ A: 2, B: 2 })
  await expectSound(app)
})

test('so do units that come back because the status was changed', async () => {
  const s = await twoLots()
  await s.to(s.order, 'shipped')
  const { items } = await s.me.call(listReturnableLots, { sales_order_id: s.order.id })
  await s.giveBack(s.order, 2, { lot_id: items.find(({ lot_number }) => lot_number === 'B')!.lot_id })
  await s.to(s.order, 'processing')
  expect(await s.lots()).toEqual({ A: 2, B: 2 })
  await expectSound(app)
})

test('a sending is not undone if units of its lots came back in a return', async () => {
  const s = await twoLots()
  await s.ship(s.order, 2)
  const { return: made } = await s.giveBack(s.order, 1)
  const undo = { shipment_id: s.first.id, status: 'pending' } as const
  expect(await s.me.refused(changeShipmentStatus, undo)).toMatchObject({ code: 'line_has_returns' })
  await s.undoReturn(made)
  await s.me.call(changeShipmentStatus, undo)
  expect(await s.lots()).toEqual({ A: 2 })
  await expectSound(app)
})
