import { expect, test } from 'vitest'
import { type ToDoFigures, toDosOf } from './to-do.ts'

const calm = {
  low: 0,
  out: 0,
  receiving: { total: 0, pending: 0, partial: 0, completed: 0, to_receive: 0, orders: 0, suppliers: 0, late: 0 },
  sales_orders: {
    total: 0,
    pending: 0,
    processing: 0,
    shipped: 0,
    delivered: 0,
    cancelled: 0,
    to_ship: 0,
    partly_ready: 0,
    waiting: 0,
  },
  purchase_orders: { total: 0, draft: 0, ordered: 0, partial: 0, received: 0, cancelled: 0 },
  supplier_payments: { due: 0, overdue: 0 },
} satisfies ToDoFigures

test('without tasks the list is empty', () => {
  expect(toDosOf(calm)).toEqual([])
})

test('each task is a sentence with its count and leads to what it counts', () => {
  const entries = toDosOf({
    low: 6,
    out: 0,
    receiving: { ...calm.receiving, orders: 2, to_receive: 5 },
    sales_orders: { ...calm.sales_orders, to_ship: 1, partly_ready: 1, waiting: 3 },
    purchase_orders: { ...calm.purchase_orders, draft: 1 },
    supplier_payments: { due: 0, overdue: 0 },
  })
  expect(entries.map(({ title, detail, to }) => [title, detail, to])).toEqual([
    ['2 deliveries expected', '5 items to receive', '/receiving'],
    ['1 order ready to ship', '1 only partly in stock · 3 more waiting for stock', '/shipping?add=1'],
    ['6 products are low', 'At or below minimum', '/products?filter=low'],
    ['1 draft purchase order to place', 'Not sent to suppliers yet', '/purchase-orders?status=draft'],
  ])
})

test('late and out-of-stock tasks come first', () => {
  const entries = toDosOf({
    ...calm,
    low: 6,
    out: 4,
    receiving: { ...calm.receiving, orders: 3, to_receive: 9, late: 1 },
    sales_orders: { ...calm.sales_orders, to_ship: 5 },
  })
  expect(entries.map(({ title, detail, tone }) => [title, detail, tone])).toEqual([
    ['1 delivery is late', '3 open orders, 9 items to receive', 'red'],
    ['4 products are out of stock', '2 more at or below minimum', 'red'],
    ['5 orders ready to ship', 'all lines reserved', 'amber'],
  ])
})

test("orders that only wait for stock don't offer shipping", () => {
  const [entry] = toDosOf({ ...calm, sales_orders: { ...calm.sales_orders, waiting: 2 } })
  expect(entry).toMatchObject({
    kind: 'wait',
    title: '2 orders are waiting for stock',
    to: '/sales-orders?status=open',
  })
})

test('the lists of orders have everything that their tasks count, the latest deliveries first', () => {
  const entries = toDosOf({
    ...calm,
    receiving: { ...calm.receiving, orders: 3, to_receive: 9, late: 2 },
    sales_orders: { ...calm.sales_orders, to_ship: 5, waiting: 1 },
  })
  expect(entries.map(({ kind, list }) => [kind, list])).toEqual([
    ['receive', '/purchase-orders?status=open&sort=expected_date'],
    ['ship', '/sales-orders?status=open'],
  ])
})

test('payments to suppliers are due within a week, or overdue and urgent', () => {
  const pay = (due: number, overdue: number) =>
    toDosOf({ ...calm, supplier_payments: { due, overdue } }).map(({ tone, title, detail, to }) => [
      tone,
      title,
      detail,
      to,
    ])
  const to = '/purchase-orders?payment=due&sort=payment_due_date'
  expect(pay(2, 0)).toEqual([['amber', '2 payments due within a week', 'To suppliers, for goods received', to]])
  expect(pay(1, 1)).toEqual([['red', '1 payment is overdue', 'To suppliers, for goods received', to]])
  expect(pay(5, 2)).toEqual([['red', '2 payments are overdue', '3 more due within a week', to]])
})
