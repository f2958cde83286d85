import { expect, test } from 'vitest'
import { explainStock } from '../../contract/explained-stock.ts'
import { readPosting } from '../../contract/postings.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'

const app = await sharedApp()

test('a stock number lists the orders and receipts behind it, by the names people use', async () => {
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
    [
      6,
      name(second.receipt, 2),
      { possible: false, reason: 'This stock change belongs to a document. Undo it there.' },
    ],
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

test('an undone receipt and its undo refer to each other in the history, in the explanation and on their own pages', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  const { product_id } = order.lines[0]!
  const { receipt, order: now } = await s.receive(order, 4)
  const { receipt: kept } = await s.receive(now, 1)
  await s.undo(receipt)
  const { items } = await s.me.call(listTransactions, { product_id, type: 'stock_changes' })
  const undo_id = items[0]!.posting_id!
  const undo = {
    posting_id: undo_id,
    reverses_posting_id: receipt.id,
    reversed_by_posting_id: null,
    undo: { possible: false, reason: 'This is already an undo.' },
  }
  const undone = {
    posting_id: receipt.id,
    reverses_posting_id: null,
    reversed_by_posting_id: undo_id,
    undo: { possible: false, reason: 'This was already undone.' },
  }
  const stands = { posting_id: kept.id, reverses_posting_id: null, reversed_by_posting_id: null }
  expect(items).toMatchObject([undo, stands, undone])
  expect((await s.me.call(explainStock, { product_id })).items).toMatchObject([undo, stands, undone])
  for (const { posting_id: id, ...posting } of [undo, stands, undone])
    expect(await s.me.call(readPosting, { posting_id: id })).toMatchObject({ id, ...posting })
})
