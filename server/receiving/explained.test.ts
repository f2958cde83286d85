import { expect, test } from 'vitest'
import { explainStock, readPosting } from '../../contract/stock.ts'
import { testApp } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'

const app = await testApp()

test('a stock number names the orders and receipts that made it, by what people call them', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  const { product_id } = order.lines[0]!
  const first = await s.receive(order, 4)
  const second = await s.receive(first.order, 6)
  const name = (receipt: { id: string }, no: number) => ({
    kind: 'receipt',
    id: receipt.id,
    number: `${order.order_number}, receipt ${no}`,
  })
  const onHand = await s.me.call(explainStock, { product_id })
  expect(onHand.items.map(({ change, document, undo }) => [change, document, undo])).toEqual([
    [6, name(second.receipt, 2), { possible: false, reason: 'This belongs to a document and is undone there.' }],
    [4, name(first.receipt, 1), expect.objectContaining({ possible: false })],
  ])
  const incoming = await s.me.call(explainStock, { product_id, account: 'incoming' })
  expect(incoming.items.map(({ change, document }) => [change, document])).toEqual([
    [-6, name(second.receipt, 2)],
    [-4, name(first.receipt, 1)],
    [10, { kind: 'purchase_order', id: order.id, number: order.order_number }],
  ])
  expect(await s.me.call(readPosting, { posting_id: second.receipt.id })).toMatchObject({
    document: name(second.receipt, 2),
  })
})
