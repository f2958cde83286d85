import { describe, expect, test } from 'vitest'
import { readRecordHistory, type AuditEntry } from '../../contract/audit-trail.ts'
import { createComment } from '../../contract/comments.ts'
import { listCustomers, readCustomer, updateCustomer } from '../../contract/customers.ts'
import { updateLocation } from '../../contract/locations.ts'
import { changeShipmentStatus } from '../../contract/shipments.ts'
import { reversePosting } from '../../contract/postings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import type { RecordType } from '../../contract/records.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

const history = async (me: Client, record_id: string): Promise<AuditEntry[]> =>
  (await me.call(readRecordHistory, { record_id })).items
const summaries = async (me: Client, record_id: string) => (await history(me, record_id)).map(({ summary }) => summary)
const comment = (me: Client, record_type: RecordType, record_id: string) =>
  me.call(createComment, { record_type, record_id, body: 'Checked twice' })

describe('every record has its own history', () => {
  test('a receipt: its creation, its stock, comments and its undo', async () => {
    const s = await ordering(app)
    const { receipt, order } = await s.receive(await s.ordered(10), 4)
    const other = await s.receive(order, 6)
    await comment(s.me, 'receipt', receipt.id)
    await s.undo(receipt)
    const entries = await history(s.me, receipt.id)
    expect(entries.map(({ summary }) => summary).toSorted()).toEqual(
      ['Created receipt', 'Created comment', 'Stock +4', 'Stock -4', 'Undone'].toSorted(),
    )
    expect(entries.find(({ summary }) => summary === 'Stock +4')?.changes).toContainEqual({
      field: 'available',
      of: 'Main Warehouse',
      before: 0,
      after: 4,
    })
    expect(entries.every(({ user_id }) => user_id === s.me.user_id)).toBe(true)
    expect((await summaries(s.me, other.receipt.id)).toSorted()).toEqual(['Stock +6', 'Created receipt'].toSorted())
  })

  test('a return and a shipment', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(10)).id, 6]])
    const shipment = await s.ship(order, 4)
    await s.me.call(changeShipmentStatus, { shipment_id: shipment.id, status: 'delivered' })
    const back = await s.giveBack(await s.read(order), 1)
    await comment(s.me, 'return', back.return.id)
    await s.undoReturn(back.return)
    expect((await summaries(s.me, back.return.id)).toSorted()).toEqual(
      ['Created return', 'Stock +1', 'Created comment', 'Stock -1', 'Undone'].toSorted(),
    )
    const sent = await history(s.me, shipment.id)
    expect(sent.map(({ summary }) => summary)).toContain('Stock -4')
    expect(sent.map(({ summary }) => summary)).not.toContain('Stock +1')
    expect(sent.at(-1)?.summary).toBe('Created shipment')
    expect(sent[0]?.changes).toContainEqual({ field: 'status', of: null, before: 'in_transit', after: 'delivered' })
  })

  test('an order: rows of one save are marked, including stock, and lines name their product', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([
      [product.id, 6],
      [product.id, 1],
    ])
    const made = await history(s.me, order.id)
    expect(new Set(made.map(({ save }) => save)).size).toBe(1)
    expect(made.find(({ table_name }) => table_name === 'stock')?.stock).toMatchObject({
      document: { kind: 'sales_order', id: order.id, number: order.order_number },
      moves: [{ product: product.name, from: 'available', to: 'reserved', to_location: 'Main Warehouse', quantity: 7 }],
    })
    const lines = made.filter(({ table_name }) => table_name === 'sales_order_items')
    expect(lines.map(({ part }) => part)).toEqual([product.name, product.name])
    await s.pay(order, 5)
    const [newest, ...older] = await history(s.me, order.id)
    expect(newest?.save).not.toBe(made[0]?.save)
    expect(newest?.part ?? older[0]?.part).toBe('$5.00')
    // Views of limited members don't know the transaction of a posting.
    const limited = await limitedMember(app, s.me, [s.main])
    expect((await history(limited, order.id)).find(({ stock }) => stock !== null)?.save).toBeNull()
  })

  test('a balance that several movements changed: once, from before the first to after the last', async () => {
    const s = await selling(app)
    const { id } = await s.product(10, { quantity_decimals: 2 })
    await s.me.call(createTransaction, {
      product_id: id,
      type: 'in',
      reason_code: 'customer_return',
      quantity: 1,
      location_id: s.main,
      lot_number: 'L-2',
    })
    const order = await s.order([
      [id, 8.5],
      [id, 3.33],
    ])
    const reserved = (await history(s.me, order.id)).find(({ stock }) => stock !== null)
    expect(reserved).toMatchObject({ summary: 'Stock moved', more_changes: 0 })
    expect(reserved?.changes.toSorted((one, other) => `${one.of}`.localeCompare(`${other.of}`))).toEqual([
      { field: 'available', of: 'Main Warehouse', before: 10, after: 0 },
      { field: 'reserved', of: 'Main Warehouse', before: 0, after: 10 },
      { field: 'available', of: 'Main Warehouse, lot L-2', before: 1, after: 0 },
      { field: 'reserved', of: 'Main Warehouse, lot L-2', before: 0, after: 1 },
    ])
  })

  test('a posting: itself, its undo and comments; a transfer likewise', async () => {
    const s = await stocked(app)
    const product = await s.product(10)
    const { posting_id: id } = await s.me.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      quantity: 5,
      reason_code: 'purchase_order',
    })
    await s.me.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      quantity: 2,
      reason_code: 'purchase_order',
    })
    await comment(s.me, 'transaction', id)
    await s.me.call(reversePosting, { posting_id: id })
    const entries = await history(s.me, id)
    expect(entries.map(({ summary }) => summary)).toEqual(['Stock -5', 'Created comment', 'Stock +5'])
    // The comment is identified by its text: its record is the page it is read on.
    expect(entries[1]?.changes.map(({ field }) => field).toSorted()).toEqual(['body'])
    const transfer = await s.me.call(createTransfer, {
      product_id: product.id,
      quantity: 3,
      from_location_id: s.main,
      to_location_id: s.shop,
    })
    expect((await summaries(s.me, transfer.id)).toSorted()).toEqual(['Created transfer', 'Stock moved'])
  })

  test('a location: its own changes and movements, only its own side of a transfer', async () => {
    const s = await stocked(app)
    const product = await s.product(10)
    await s.me.call(createTransfer, {
      product_id: product.id,
      quantity: 3,
      from_location_id: s.main,
      to_location_id: s.shop,
    })
    await s.me.call(updateLocation, { id: s.shop, version: 1, name: 'Shop floor', phone: '555 0100' })
    const entries = await history(s.me, s.shop)
    expect(entries.map(({ summary }) => summary)).toEqual(['Updated phone', 'Stock +3', 'Created location'])
    expect(entries[1]?.changes).toEqual([{ field: 'available', of: 'Shop floor', before: 0, after: 3 }])
    const first = await s.me.call(readRecordHistory, { record_id: s.shop, limit: 2 })
    const rest = await s.me.call(readRecordHistory, { record_id: s.shop, limit: 2, cursor: first.next ?? '' })
    expect([...first.items, ...rest.items]).toEqual(entries)
    const away = await limitedMember(app, s.me, [s.main])
    expect(await summaries(away, s.shop)).toEqual([])
    expect(await summaries(away, s.main)).toContain('Stock -3')
  })

  test('a customer', async () => {
    const s = await selling(app)
    await s.order([[(await s.product(1)).id, 1]], { customer_name: 'Bergström' })
    const { items } = await s.me.call(listCustomers, { search: 'Bergström' })
    const customer = await s.me.call(readCustomer, { id: items[0]!.id })
    await s.me.call(updateCustomer, { id: customer.id, version: customer.version, name: 'Bergström AB' })
    expect(await summaries(s.me, customer.id)).toEqual(['Updated name', 'Created customer'])
  })
})

describe('references are shown by name', () => {
  test('the file names categories, suppliers and people, even deleted ones, and the balances of stock changes', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const { receipt } = await s.receive(order, 4)
    await app.admin.query(
      `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary)
       values ($1, $2, 'products', gen_random_uuid(), 'UPDATE', jsonb_build_object('category_id', $3::uuid),
         jsonb_build_object('category_id', $4::uuid, 'supplier_id', $5::uuid), gen_random_uuid(), 'Chai', 'Updated category'),
         ($1, $2, 'categories', $3::uuid, 'DELETE', '{"name": "Drinks"}', null, $3::uuid, 'Drinks', 'Deleted category')`,
      [s.me.org_id, s.me.user_id, receipt.id.replace(/^.{8}/, '00000000'), crypto.randomUUID(), s.supplier_id],
    )
    const file = await (await s.me.fetch('/api/v1/audit-trail/file')).text()
    expect(file).toContain('category: Drinks')
    expect(file).toContain('supplier: Exotic Liquids')
    expect(file).toContain('category: a record that no longer exists')
    expect(file).toContain('available at Main Warehouse: 0')
    expect(file).toContain('available at Main Warehouse: 4')
    // Only the last column holds ids: it is called Record ID.
    const cells = file
      .split('\r\n')
      .slice(1)
      .flatMap((line) => line.split(',').slice(0, -1))
    expect(cells.filter((cell) => /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/.test(cell))).toEqual([])
  })
})
