import { expect, test } from 'vitest'
import type { AuditEntry, StockChange } from '../../contract/audit-trail.ts'
import { noteOf, savesOf, withoutNewComments } from './saves.ts'

const order = '01a204fa-49d0-741b-b604-228b23230635'
const blank: AuditEntry = {
  id: 'audit:1',
  created_at: '2026-11-20T10:00:00.000Z',
  action: 'updated',
  table_name: 'sales_orders',
  record_id: order,
  save: '700',
  user_id: 'u',
  user_email: 'anna@example.com',
  username: 'Anna Field',
  user_is_erased: false,
  subject_id: order,
  item_name: 'SO-482771-042',
  part: null,
  commented: null,
  category: null,
  category_color: null,
  summary: 'Updated record',
  changes: [],
  more_changes: 0,
  stock: null,
}
let count = 0
const row = (fields: Partial<AuditEntry>): AuditEntry => ({ ...blank, id: `audit:${(count += 1)}`, ...fields })
const change = (
  field: string,
  before: string | number | null,
  after: string | number | null,
  of: string | null = null,
) => ({
  field,
  of,
  before,
  after,
})
const line = (product: string, quantity: number, price: number) =>
  row({
    action: 'created',
    table_name: 'sales_order_items',
    record_id: product,
    part: product,
    summary: 'Created sales order line',
    changes: [
      change('quantity', null, quantity),
      change('unit_price', null, price),
      change('amount', null, quantity * price),
    ],
  })
const stock = (more: Partial<StockChange>, fields: Partial<AuditEntry> = {}) =>
  row({
    table_name: 'stock',
    summary: 'Stock moved',
    record_id: 'posting',
    subject_id: 'p',
    stock: { kind: 'order', type: 'commitment', reason: null, is_undo: false, document: null, moves: [], ...more },
    ...fields,
  })
const outside = ['supplier', 'customer', 'scrap']
const move = (from: string, to: string, quantity: number, product = 'Chai') => ({
  product,
  from,
  from_location: outside.includes(from) ? null : 'Main Warehouse',
  to,
  to_location: outside.includes(to) ? null : 'Main Warehouse',
  quantity,
})
const shown = (entries: readonly AuditEntry[], of = order) =>
  savesOf(entries, of).map(({ parts }) =>
    parts.flatMap(({ title, values }) => [
      title,
      ...values.map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`),
    ]),
  )

test('everything that Create order wrote is one entry: its lines by product name, and the stock it reserved', () => {
  const entries = [
    stock(
      {
        document: { kind: 'sales_order', id: order, number: 'SO-482771-042' },
        moves: [move('available', 'reserved', 24)],
      },
      { changes: [change('available', 30, 6, 'Main Warehouse'), change('reserved', 0, 24, 'Main Warehouse')] },
    ),
    row({
      changes: [change('total_amount', 0, 432), change('payment_status', 'paid', 'pending')],
      summary: 'Updated total amount',
    }),
    line('Sasquatch Ale', 36, 14),
    line('Chai', 24, 18),
    line('Bolt', 7.5, 0.3333),
    row({ action: 'created', changes: [change('order_number', null, 'SO-482771-042')] }),
  ]
  expect(shown(entries)).toEqual([
    [
      'Order created',
      'Sasquatch Ale:  → 36 × $14.00',
      'Chai:  → 24 × $18.00',
      'Bolt:  → 7.5 × $0.3333',
      'Reserved 24 units of Chai',
      'Available at Main Warehouse: 30 → 6',
      'Reserved at Main Warehouse: 0 → 24',
    ],
  ])
  const [save] = savesOf(entries, order)
  expect([save?.author, save?.details?.action]).toEqual(['Anna Field', 'created'])
  // The order's own page doesn't repeat the order's name.
  expect(save?.parts.map(({ link }) => link)).toEqual([null, null])
})

test('an edit shows the field with its old and new value, formatted as on screens', () => {
  const fields = (table_name: string, ...changes: AuditEntry['changes']) =>
    shown([row({ table_name, changes, summary: 'Updated x' })])[0]
  expect(fields('products', change('price', 18.5, 19))).toEqual(['Updated price', 'Price: $18.50 → $19.00'])
  expect(fields('products', change('cost_price', 1.2345, 2), change('sku', 'A', 'B'))).toEqual([
    'Updated cost price and SKU',
    'Cost price: $1.2345 → $2.00',
    'SKU: A → B',
  ])
  expect(fields('purchase_orders', change('expected_date', '2026-11-24', null))).toEqual([
    'Updated expected date',
    'Expected date: 24 Nov 2026 → –',
  ])
  expect(fields('products', change('category_id', 'Drinks', '01a204fa-49d0-741b-b604-228b23230635'))).toEqual([
    'Updated category',
    'Category: Drinks → a record that no longer exists',
  ])
  expect(fields('purchase_orders', change('status', 'ordered', 'partial'))).toEqual(['Ordered → Partially Received'])
  expect(fields('sales_orders', change('status', 'pending', 'processing'))).toEqual(['Pending → Processing'])
})

test('changed lines are listed below "Updated items", with the new total', () => {
  const entries = [
    row({ changes: [change('total_amount', 432, 360)], summary: 'Updated total amount' }),
    row({
      table_name: 'sales_order_items',
      part: 'Chai',
      changes: [change('quantity', 24, 20), change('amount', 432, 360)],
      summary: 'Updated amount, quantity',
    }),
    row({
      action: 'deleted',
      table_name: 'sales_order_items',
      part: 'Konbu',
      changes: [change('quantity', 4, null), change('unit_price', 6, null)],
    }),
  ]
  expect(shown(entries)).toEqual([
    ['Updated items', 'Chai, quantity: 24 → 20', 'Konbu: 4 × $6.00 → ', 'Total: $432.00 → $360.00'],
  ])
})

test('the lines of a new shipment are listed below it', () => {
  const planned = row({
    table_name: 'sales_order_items',
    part: 'Chai',
    changes: [change('planned_quantity', 0, 4)],
    summary: 'Updated in shipments',
  })
  const shipment = row({ action: 'created', table_name: 'shipments', part: 'Shipment 2', record_id: 's' })
  expect(shown([planned, shipment])).toEqual([['Shipment 2 created', 'Chai, in shipments: 0 → 4']])
})

test('the history leaves out new comments, which are shown above it, but not what happened to them since', () => {
  const comment = (action: AuditEntry['action']) => row({ action, table_name: 'comments', changes: [] })
  const entries = [comment('deleted'), comment('updated'), comment('created'), row({ action: 'created' })]
  expect(withoutNewComments(entries)).toEqual([entries[0], entries[1], entries[3]])
})

test('a payment, its undo, a receipt, a comment and a question are described in words', () => {
  const paid = row({
    action: 'created',
    table_name: 'payments',
    part: '$500.00',
    record_id: 'p',
    changes: [change('amount', null, 500)],
  })
  const sums = row({ changes: [change('paid_amount', 0, 500), change('payment_status', 'pending', 'partial')] })
  expect(shown([sums, paid])).toEqual([['Payment added: $500.00', 'Payment status: Pending → Partial']])
  const undone = [change('undone_at', null, '2026-11-20T10:00:00Z'), change('undone_by', null, 'anna')]
  expect(shown([row({ table_name: 'payments', part: '$500.00', changes: undone })])).toEqual([
    ['Payment undone: $500.00'],
  ])
  expect(shown([row({ table_name: 'receipts', part: 'Receipt 2', changes: undone })])).toEqual([['Receipt 2 undone']])
  const receipt = row({
    action: 'created',
    table_name: 'receipts',
    part: 'Receipt 1',
    changes: [change('units', null, 4)],
  })
  expect(shown([receipt])).toEqual([['Receipt 1 recorded: 4 units']])
  const comment = row({ action: 'created', table_name: 'comments', changes: [change('body', null, 'Checked twice')] })
  expect(shown([comment])).toEqual([['Commented: “Checked twice”']])
  const question = row({
    action: 'created',
    table_name: 'sales_order_questions',
    changes: [change('question', null, 'When?')],
  })
  expect(shown([question])).toEqual([['Customer asked: “When?”']])
})

test('stock changes say what happened, why, and where to read more', () => {
  const parts = (change_: AuditEntry, of: string) =>
    savesOf([change_], of)[0]?.parts.map(({ title, link }) => [title, link])
  const document = { kind: 'shipment', id: 's', number: 'SO-482771-042, shipment 1' }
  expect(
    parts(stock({ kind: 'shipment', type: 'out', document, moves: [move('reserved', 'customer', 36)] }), 'p'),
  ).toEqual([['Shipped 36 units', { text: 'SO-482771-042, shipment 1', to: '/shipping?shipment=s' }]])
  expect(
    parts(stock({ kind: 'entry', type: 'out', reason: 'damaged', moves: [move('available', 'scrap', 1)] }), 'p'),
  ).toEqual([['Scrapped 1 unit (Damaged)', { text: 'Transaction', to: '/postings/posting' }]])
  const receipt = { kind: 'receipt', id: 'r', number: 'PO-1, receipt 1' }
  const moves = [move('incoming', 'available', 0.1), move('incoming', 'available', 0.2), move('incoming', 'held', 4)]
  expect(parts(stock({ kind: 'receipt', type: 'in', document: receipt, moves }), 'r')).toEqual([
    ['Received 0.3 units of Chai · Received 4 units on hold', null],
  ])
  expect(
    parts(stock({ kind: 'reversal', type: 'out', is_undo: true, moves: [move('available', 'supplier', 5)] }), 'p'),
  ).toEqual([['Undone: Received 5 units', { text: 'Transaction', to: '/postings/posting' }]])
})

test('saves of another transaction, person or time are separate; stock of an unknown one joins its moment', () => {
  const price = { table_name: 'products', summary: 'Updated price', changes: [change('price', 1, 2)] }
  const later = '2026-11-20T10:00:01.500Z'
  expect(savesOf([row({ ...price, save: '701' }), row(price)], 'p')).toHaveLength(2)
  expect(savesOf([row({ ...price, user_id: 'other' }), row(price)], 'p')).toHaveLength(2)
  expect(savesOf([row({ ...price, created_at: '2026-11-20T10:05:00.000Z' }), row(price)], 'p')).toHaveLength(2)
  const moved = stock({ moves: [move('available', 'reserved', 1)] }, { save: null, created_at: later })
  expect(savesOf([moved, row(price)], 'p')).toHaveLength(1)
  // There may be another save between two rows of one.
  expect(savesOf([row({ ...price, created_at: later }), row({ ...price, save: '701' }), row(price)], 'p')).toHaveLength(
    2,
  )
})

test('a note entered with a status is shown with the save that set it', () => {
  const [save] = savesOf([row({ changes: [change('status', 'in_transit', 'failed')] })], order)
  const noted = {
    id: 'n',
    old_status: 'in_transit',
    new_status: 'failed',
    notes: 'Refused',
    changed_by: 'a',
    changed_by_name: 'a',
    created_at: blank.created_at,
  }
  expect(save && noteOf(save, [{ ...noted, created_at: '2026-11-19T10:00:00.000Z' }, noted])).toBe('Refused')
  expect(save && noteOf(save, [])).toBeNull()
  // An arrow in a comment isn't a status.
  const body = [change('body', null, 'Shelf 4 → shelf 7')]
  const [comment] = savesOf([row({ action: 'created', table_name: 'comments', changes: body })], order)
  expect(comment && noteOf(comment, [noted])).toBeNull()
})

test('a supplier’s answer shows the proposed quantities beside the ordered ones', () => {
  const answer = row({
    action: 'created',
    table_name: 'supplier_responses',
    changes: [change('expected_date', null, '2026-12-24')],
  })
  const proposal = row({
    action: 'created',
    table_name: 'supplier_response_items',
    part: 'Chang',
    changes: [change('ordered_quantity', null, 6), change('quantity', null, 4)],
  })
  const [save] = savesOf([proposal, answer], order)
  expect(save?.parts).toEqual([
    {
      kind: 'record',
      title: 'Supplier confirmed delivery for 24 Dec 2026',
      values: [{ label: 'Chang, proposed quantity', before: '6', after: '4' }],
      link: null,
    },
  ])
})

test('a pending transaction reads as on the transactions list, and so does completing it', () => {
  const draft = { table_name: 'transaction_drafts', record_id: 'd', item_name: 'Chai' }
  const created = row({
    ...draft,
    action: 'created',
    summary: 'Created pending transaction',
    changes: [
      change('type', null, 'out'),
      change('quantity', null, 4),
      change('reason_code', null, 'damaged'),
      change('status', null, 'pending'),
    ],
  })
  const deleted = row({
    ...draft,
    action: 'deleted',
    summary: 'Deleted pending transaction',
    changes: [change('type', 'adjustment', null), change('quantity', -2, null)],
  })
  const completed = row({
    ...draft,
    summary: 'Completed pending transaction',
    changes: [change('status', 'pending', 'completed')],
  })
  const titles = (entry: AuditEntry) => savesOf([entry], 'p').flatMap(({ parts }) => parts.map(({ title }) => title))
  expect([created, deleted, completed].map((entry) => titles(entry))).toEqual([
    ['Pending transaction created: Stock Out, 4'],
    ['Pending transaction deleted: Adjustment, −2'],
    ['Completed pending transaction'],
  ])
})
