import { expect, test } from 'vitest'
import { summedGoods } from '../../contract/counted-goods.ts'
import { listReceipts } from '../../contract/receiving.ts'
import { listSalesReturns } from '../../contract/sales-returns.ts'
import { listShipments } from '../../contract/shipments.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

test('shipments and returns of pieces and of kilograms count products, and units of one measure otherwise', async () => {
  const s = await selling(app)
  const [rice, cup, plate] = await Promise.all([
    s.product(10, { name: 'Rice', quantity_decimals: 3 }),
    s.product(10, { name: 'Cup' }),
    s.product(10, { name: 'Plate' }),
  ])
  const sold = async (...lines: [string, number][]) => {
    const order = await s.order(lines)
    const shipment = await s.ship(order, ...lines.map(([, quantity], item) => ({ item, quantity })))
    return { order: await s.read(order), shipment }
  }
  const mixed = await sold([rice.id, 1.5], [cup.id, 2], [cup.id, 1])
  const pieces = await sold([plate.id, 3], [cup.id, 2])
  const kilograms = await sold([rice.id, 1.25], [rice.id, 0.5])
  const { items } = await s.me.call(listShipments, {})
  const inList = (id: string) => items.filter((item) => item.id === id).map(summedGoods)
  for (const [{ order, shipment }, text] of [
    [mixed, '2 products'],
    [pieces, '5 units'],
    [kilograms, '1.75 units'],
  ] as const)
    expect([...inList(shipment.id), ...order.shipments.map(summedGoods), summedGoods(shipment)]).toEqual([
      text,
      text,
      text,
    ])
  await s.giveBack(mixed.order, 0.5)
  const returns = await s.me.call(listSalesReturns, {})
  expect(returns.items.map(summedGoods)).toEqual(['0.5 units'])
})

test('a receipt of pieces and of kilograms counts products', async () => {
  const s = await ordering(app)
  const rice = await s.product(0, { name: 'Rice', quantity_decimals: 3 })
  const cup = await s.product(0, { name: 'Cup' })
  const order = await s.ordered(
    { product_id: rice.id, quantity: 2.5, unit_price: 1 },
    { product_id: cup.id, quantity: 4, unit_price: 1 },
  )
  const first = await s.receive(order, { quantity: 0.5 }, { quantity: 1, item: 1 })
  const second = await s.receive(first.order, { quantity: 3, item: 1 })
  const { items } = await s.me.call(listReceipts, {})
  expect(items.map(summedGoods)).toEqual(['3 units', '2 products'])
  expect(second.order.receipts.map(summedGoods)).toEqual(['3 units', '2 products'])
  expect([first.receipt, second.receipt].map(summedGoods)).toEqual(['2 products', '3 units'])
})
