import { describe, expect, test } from 'vitest'
import { printPurchaseOrder } from '../../contract/purchase-orders.ts'
import { uploadFile } from '../../contract/files.ts'
import { updateLocation } from '../../contract/locations.ts'
import { createReceipt, listReceipts, printReceipt, readReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { readPosting, reversePosting } from '../../contract/postings.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { updateSupplier } from '../../contract/suppliers.ts'
import { readProductStockAsOf } from '../../contract/stock-as-of.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { picture } from '../files/testing.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { ordering, type Ordering, receiptInput, savedLine } from '../testing/ordering.ts'

const app = await sharedApp()

test('a second delivery completes the order', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  const { product_id } = order.lines[0]!
  expect(await s.stock(product_id)).toMatchObject({ on_hand: 0, incoming: 10 })
  const first = await s.receive(order, 4)
  expect(first.order).toMatchObject({
    status: 'partial',
    open_lines: 1,
    lines: [{ received_quantity: 4, remaining: 6, status: 'partial' }],
    receipts: [{ receipt_no: 1, units: 4, is_undone: false }],
  })
  expect(await s.stock(product_id)).toMatchObject({ on_hand: 4, incoming: 6 })
  const second = await s.receive(first.order, 6)
  expect(second.order).toMatchObject({
    status: 'received',
    open_lines: 0,
    lines: [{ remaining: 0, status: 'received' }],
  })
  expect(second.order.status_changes.map(({ new_status }) => new_status)).toEqual([
    'received',
    'partial',
    'ordered',
    'draft',
  ])
  expect(await s.stock(product_id)).toMatchObject({ on_hand: 10, incoming: 0 })
  expect(await s.me.call(readReceipt, { id: second.receipt.id })).toEqual(second.receipt)
  const { items } = await s.me.call(listReceipts, { purchase_order_id: order.id })
  expect(items).toMatchObject([
    { receipt_no: 2, units: 6, line_count: 1, order_number: order.order_number, supplier_name: 'Exotic Liquids' },
    { receipt_no: 1, units: 4 },
  ])
  await expectSound(app)
})

test('a receipt is in the audit trail once, with its order, and not again for each line it receives', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10, 5)
  const tables = async () => {
    const { rows } = await app.admin.query<{ entry: string }>(
      `select table_name || ' ' || action as entry from audit_trail
       where org_id = $1 and subject_id = $2 and created_at > $3 order by 1`,
      [s.me.org_id, order.id, since],
    )
    return rows.map(({ entry }) => entry)
  }
  const { rows } = await app.admin.query<{ now: Date }>('select max(created_at) as now from audit_trail')
  const since = rows[0]!.now
  const { receipt } = await s.receive(order, 4, 5)
  expect(await tables()).toEqual(['purchase_orders UPDATE', 'receipts INSERT'])
  await s.me.call(reverseReceipt, { id: receipt.id })
  expect(await tables()).toEqual([
    'purchase_orders UPDATE',
    'purchase_orders UPDATE',
    'receipts INSERT',
    'receipts UPDATE',
  ])
})

test('P3: ten received as 10 × 1, as 3 + 7 and as 1 × 10 give the same result', async () => {
  const s = await ordering(app)
  const ends = []
  for (const parts of [Array.from({ length: 10 }, () => 1), [3, 7], [10]]) {
    const order = await s.ordered(10)
    for (const part of parts) await s.receive(order, part)
    const { status, open_lines, lines } = await s.read(order)
    const { on_hand, incoming } = await s.stock(lines[0]!.product_id)
    ends.push({ status, open_lines, received: lines[0]!.received_quantity, on_hand, incoming })
  }
  expect(ends).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'received', open_lines: 0, received: 10, on_hand: 10, incoming: 0 })),
  )
})

describe('received goods', () => {
  test('are on hold if damaged and available if partial, each with its lot, at its location, in one posting', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10, 4)
    const [one, two] = order.lines
    const { receipt } = await s.receive(
      order,
      { quantity: 6, lot_number: 'C-118', expires_on: '2031-05-01', notes: 'two boxes open' },
      { quantity: 3, lot_number: 'c-118', condition: 'damaged' },
      { quantity: 1, location_id: s.shop, condition: 'partial' },
      { quantity: 4, item: 1, lot_number: 'X' },
    )
    expect(receipt.lines).toMatchObject([
      {
        product_name: one!.product_name,
        quantity: 6,
        lot_number: 'C-118',
        expires_on: '2031-05-01',
        condition: 'good',
        unit_cost: 2,
        notes: 'two boxes open',
      },
      { quantity: 3, lot_number: 'C-118', condition: 'damaged', location_name: 'Main Warehouse' },
      { quantity: 1, lot_number: null, condition: 'partial', location_name: 'Shop floor' },
      { product_name: two!.product_name, quantity: 4, lot_number: 'X' },
    ])
    const stock = await s.stock(one!.product_id)
    expect(stock).toMatchObject({ on_hand: 7, available: 7, held: 3, incoming: 0 })
    const main = stock.locations.find((location) => location.location_id === s.main)
    expect(main?.lots).toMatchObject([
      { lot_number: 'C-118', available: 6, held: 3, expires_on: '2031-05-01' },
      { lot_number: '', available: 0, held: 0 },
    ])
    const { rows } = await app.admin.query('select count(*) from stock_postings where source_id = $1', [receipt.id])
    expect(rows[0].count).toBe(1)
    await expectSound(app)
  })

  test('show the order, the supplier, the condition, the lot, the notes and the photos of each line in the history', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const file = new Uint8Array(await picture())
    const { address } = await s.me.call(uploadFile, { folder: 'receiving-images', file })
    const { receipt } = await s.me.call(createReceipt, {
      ...receiptInput(order, s.main, [
        { quantity: 2, condition: 'damaged', lot_number: 'L1', notes: 'crushed', photos: [address] },
        { quantity: 3 },
      ]),
      notes: 'came late',
    })
    const { product_id } = order.lines[0]!
    const { items } = await s.me.call(listTransactions, { product_id, type: 'stock_changes' })
    expect(items).toMatchObject([
      {
        type: 'in',
        quantity: 3,
        on_hand_change: 3,
        held_change: 0,
        notes: 'came late',
        metadata: { condition: 'good', lot_number: null, images: [] },
      },
      {
        type: 'in',
        quantity: 2,
        on_hand_change: 0,
        held_change: 2,
        notes: 'crushed',
        status: 'completed',
        currency: 'USD',
        is_own: true,
        metadata: {
          location_id: s.main,
          location_name: 'Main Warehouse',
          reason_code: 'purchase_order',
          purchase_order_id: order.id,
          purchase_order_number: order.order_number,
          supplier_name: 'Exotic Liquids',
          condition: 'damaged',
          lot_number: 'L1',
          images: [address],
        },
        document: { kind: 'receipt', id: receipt.id, number: `${order.order_number}, receipt 1` },
        undo: { possible: false, reason: 'This stock change belongs to a document. Undo it there.' },
      },
    ])
  })

  test('cost what their line says; an existing lot keeps its expiry, and another date is refused by name', async () => {
    const s = await ordering(app)
    const product_id = (await s.product(0)).id
    const order = await s.ordered({ product_id, quantity: 5, unit_price: 0.0375 })
    await s.receive(order, { quantity: 1, lot_number: 'A', expires_on: '2030-01-01' })
    const { receipt } = await s.receive(order, { quantity: 1, lot_number: 'a' })
    expect(receipt.lines).toMatchObject([{ unit_cost: 0.0375, expires_on: '2030-01-01' }])
    await s.receive(order, { quantity: 1, lot_number: 'A', expires_on: '2030-01-01' })
    const before = await s.read(order)
    const other = { quantity: 1, lot_number: 'a', expires_on: '2040-01-01' }
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, [1, other]))).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'Lot A expires on 1 Jan 2030. Use that date, or change the lot’s expiry date on the product page.',
      fields: {
        'lines.1.expires_on':
          'Lot A expires on 1 Jan 2030. Use that date, or change the lot’s expiry date on the product page.',
      },
    })
    expect(await s.read(order)).toEqual(before)
  })
})

describe('photos', () => {
  test('belong to their line, exist as long as it does, and must be uploaded in this organization for receiving', async () => {
    const [s, t] = [await ordering(app), await ordering(app)]
    const order = await s.ordered(10)
    const upload = async (of: typeof s, folder: 'receiving-images' | 'product-images') =>
      (await of.me.call(uploadFile, { folder, file: new Uint8Array(await picture()) })).address
    const [one, two] = [await upload(s, 'receiving-images'), await upload(s, 'receiving-images')]
    const { receipt } = await s.receive(order, { quantity: 2, photos: [two, one] }, 1)
    expect(receipt.lines.map((line) => line.photos)).toEqual([[two, one], []])
    expect(await s.me.call(readReceipt, { id: receipt.id })).toEqual(receipt)
    const { rows } = await app.admin.query('select address from files where unused_since is null and org_id = $1', [
      s.me.org_id,
    ])
    expect(rows.map(({ address }) => address as string).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      [one, two].toSorted((a, b) => (a < b ? -1 : 1)),
    )
    const refused = (photos: string[]) =>
      s.me.refused(createReceipt, receiptInput(order, s.main, [{ quantity: 1, photos }]))
    const theirs = await upload(t, 'receiving-images')
    for (const photo of [theirs, theirs.replace(t.me.org_id, s.me.org_id)])
      expect(await refused([one, photo])).toMatchObject({
        status: 404,
        fields: { 'lines.0.photos': 'A photo is no longer available. Take it again.' },
      })
    for (const photo of [await upload(s, 'product-images'), 'https://example.com/x.png', 'javascript:alert(1)'])
      expect(await refused([photo])).toMatchObject({
        status: 422,
        fields: { 'lines.0.photos.0': 'This isn’t a photo of received items' },
      })
    expect(await refused(Array.from({ length: 9 }, () => one))).toMatchObject({ status: 422 })
  })
})

describe('receiving more than remains', () => {
  test("B15: is refused with the spec's text and every line's numbers, by the smallest amount; nothing is received", async () => {
    const s = await ordering(app)
    const wax = (await s.product(0, { quantity_decimals: 3 })).id
    const order = await s.ordered({ product_id: wax, quantity: 100, unit_price: 1 }, 5)
    await s.receive(order, 50)
    const before = await s.read(order)
    const lines = [{ quantity: 30 }, { quantity: 20.002 }, { quantity: 6, item: 1 }]
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, lines))).toMatchObject({
      status: 409,
      code: 'exceeds_remaining',
      message: 'Some items exceed remaining quantity',
      fields: {
        'lines.0.quantity': 'Only 50 remaining',
        'lines.1.quantity': 'Only 50 remaining',
        'lines.2.quantity': 'Only 5 remaining',
      },
      details: {
        lines: [
          { line_id: order.lines[0]!.id, ordered: 100, received: 50, remaining: 50, asked: 50.002 },
          { ordered: 5, received: 0, remaining: 5, asked: 6 },
        ],
      },
    })
    expect(await s.read(order)).toEqual(before)
  })

  test('is accepted as an over-delivery if requested: the line is full, and the ordered quantity unchanged', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const over = (quantity: number, more = {}) => ({ quantity, is_over_delivery: true, ...more })
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, [9, over(3)]))).toMatchObject({
      code: 'exceeds_remaining',
      fields: { 'lines.1.quantity': '1 ordered unit is still outstanding. Receive it before adding extra units.' },
    })
    const { receipt, order: after } = await s.receive(order, 10, over(3), over(1, { condition: 'damaged' }))
    expect(after).toMatchObject({
      status: 'received',
      total_amount: 20,
      lines: [{ quantity: 10, received_quantity: 10, over_delivered_quantity: 4, remaining: 0 }],
    })
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 13, held: 1, incoming: 0 })
    await s.undo(receipt)
    expect(await s.read(order)).toMatchObject({
      status: 'ordered',
      lines: [{ over_delivered_quantity: 0, remaining: 10 }],
    })
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 0, held: 0, incoming: 10 })
    await expectSound(app)
  })
})

describe('refusals', () => {
  test('invalid input, each by name', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const refused = (line: object) =>
      s.me.refused(createReceipt, receiptInput(order, s.main, [line as { quantity: number }]))
    for (const quantity of [0, -1, null, 'NaN', 0.00001, 1e12])
      expect(await refused({ quantity })).toMatchObject({
        status: 422,
        fields: { 'lines.0.quantity': expect.any(String) },
      })
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, [1, { quantity: 1.5 }]))).toMatchObject({
      status: 422,
      code: 'too_many_decimals',
      fields: { 'lines.1.quantity': 'Use a whole number for this product' },
    })
    expect(await refused({ quantity: 1, location_id: '' })).toMatchObject({
      fields: { 'lines.0.location_id': 'Location is required' },
    })
    expect(await refused({ quantity: 1, condition: 'wet' })).toMatchObject({ status: 422 })
    expect(await refused({ quantity: 1, lot_number: 'a\0' })).toMatchObject({ status: 422 })
    expect(await refused({ quantity: 1, lot_number: 'x'.repeat(201) })).toMatchObject({ status: 422 })
    expect(await refused({ quantity: 1, expires_on: '2031-02-30' })).toMatchObject({ status: 422 })
    expect(await refused({ quantity: 0, expires_on: '2031-02-28' })).toMatchObject({
      status: 422,
      fields: {
        'lines.0.quantity': expect.any(String),
        'lines.0.expires_on': 'Enter a lot number for the expiry date',
      },
    })
    expect(await refused({ quantity: 1, received_quantity: 4 })).toMatchObject({ status: 422 })
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, []))).toMatchObject({
      fields: { lines: 'Enter a quantity for at least one item' },
    })
    const many = (count: number) =>
      receiptInput(
        order,
        s.main,
        Array.from({ length: count }, () => 0.001),
      )
    expect(await s.me.refused(createReceipt, many(1_001))).toMatchObject({
      status: 422,
      fields: { lines: 'A receipt has at most 1000 lines' },
    })
    expect(await s.me.refused(createReceipt, many(10_001))).toMatchObject({ code: 'payload_too_large' })
    const infinite = await s.me.fetch(`/api/v1/purchase-orders/${order.id}/receipts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(receiptInput(order, s.main, [123])).replace('123', '1e309'),
    })
    expect(infinite.status).toBe(422)
    expect(await s.read(order)).toEqual(order)
  })

  test('a line that was removed meanwhile, an inactive location', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10, 5)
    await s.save(order, { lines: [savedLine(order.lines[0]!)] })
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, [{ quantity: 1, item: 1 }]))).toMatchObject({
      status: 404,
      fields: { 'lines.0.purchase_order_item_id': 'This item is no longer in the order' },
    })
    await app.admin.query('update locations set is_active = false where id = $1', [s.shop])
    expect(
      await s.me.refused(createReceipt, receiptInput(order, s.main, [1, { quantity: 1, location_id: s.shop }])),
    ).toMatchObject({
      status: 409,
      code: 'location_not_active',
      message: 'Shop floor isn’t active',
      fields: { 'lines.1.location_id': 'Shop floor isn’t active' },
    })
    expect(
      await s.me.refused(createReceipt, receiptInput(order, s.main, [1, { quantity: 1, location_id: newId() }])),
    ).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'This location no longer exists',
      fields: { 'lines.1.location_id': 'This location no longer exists' },
    })
    expect((await s.read(order)).receipts).toEqual([])
  })
})

describe('undoing a receipt', () => {
  test('expects the goods again where the line expected them, or at the default if that location was closed', async () => {
    const s = await ordering(app)
    const { id: product_id } = await s.product(0)
    const placed = { product_id, unit_price: 2, location_id: s.shop }
    const order = await s.ordered({ ...placed, quantity: 3 }, { ...placed, quantity: 4 })
    const incoming = async () =>
      (await s.stock(product_id)).locations
        .filter((location) => location.incoming > 0)
        .map((location) => [location.location_id, location.incoming])
    const first = await s.receive(order, 3)
    await s.undo(first.receipt)
    expect(await incoming()).toEqual([[s.shop, 7]])
    expect((await s.read(order)).lines.map((line) => line.location_id)).toEqual([s.shop, s.shop])
    const both = await s.receive(order, 3, { item: 1, quantity: 4 })
    await app.admin.query('update locations set is_active = false where id = $1', [s.shop])
    await s.undo(both.receipt)
    expect(await incoming()).toEqual([[s.main, 7]])
    expect((await s.read(order)).lines.map((line) => line.location_id)).toEqual([s.main, s.main])
  })

  test('makes the goods expected again, once', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10, 5)
    const { receipt } = await s.receive(
      order,
      { quantity: 10, condition: 'damaged', lot_number: 'L' },
      { quantity: 2, item: 1, location_id: s.shop },
    )
    const undone = await s.undo(receipt)
    expect(undone).toMatchObject({ is_undone: true, undone_by: s.me.email.split('@')[0], lines: receipt.lines })
    expect(await s.read(order)).toMatchObject({ status: 'ordered', open_lines: 2, receipts: [{ is_undone: true }] })
    expect(await s.me.refused(reverseReceipt, { id: receipt.id })).toMatchObject({
      status: 409,
      code: 'already_reversed',
      message: 'This receipt was already undone.',
    })
    const [row] = (await s.me.call(listTransactions, { product_id: order.lines[0]!.product_id })).items
    expect(row).toMatchObject({
      type: 'out',
      held_change: -10,
      metadata: { purchase_order_number: order.order_number },
    })
    await expectSound(app)
  })

  test('of a completed order reopens it', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const { receipt } = await s.receive(order, 4)
    await s.receive(order, 6)
    await s.undo(receipt)
    expect(await s.read(order)).toMatchObject({
      status: 'partial',
      lines: [{ remaining: 4 }],
      status_changes: [{ old_status: 'received', new_status: 'partial' }, {}, {}, {}, {}],
    })
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 6, incoming: 4 })
    await expectSound(app)
  })

  test('of a cancelled order sends the goods back to the supplier, and nothing is expected', async () => {
    const s = await ordering(app)
    const { receipt, order } = await s.receive(await s.ordered(10), 3, { quantity: 1, condition: 'damaged' })
    const cancelled = await s.cancel(order)
    expect(cancelled).toMatchObject({ refund_due: 12 })
    await s.undo(receipt)
    expect(await s.read(order)).toMatchObject({
      status: 'cancelled',
      refund_due: 20,
      lines: [{ received_quantity: 0 }],
    })
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 0, held: 0, incoming: 0 })
    await expectSound(app)
  })

  test('is refused with the numbers if goods have left, and changes nothing', async () => {
    const s = await ordering(app)
    const { receipt, order } = await s.receive(await s.ordered(10), 8)
    const { product_id } = order.lines[0]!
    await s.me.call(createTransaction, { product_id, type: 'out', quantity: 3, reason_code: 'customer_order' })
    expect(await s.me.refused(reverseReceipt, { id: receipt.id })).toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      message: 'Can’t undo: only 5 of 8 units of Product 1 are still available at Main Warehouse.',
      details: { asked: 8, available: 5 },
    })
    expect(await s.read(order)).toEqual(order)
  })

  test('is refused for reserved and held goods of the lot and location they would leave, and says so', async () => {
    const s = await ordering(app)
    const sold = async (product_id: string, quantity: number) =>
      s.me.call(createSalesOrder, { customer_name: 'Ana', lines: [{ product_id, quantity, unit_price: 2 }] })
    const product_id = (await s.product(3)).id
    const { receipt } = await s.receive(await s.ordered({ product_id, quantity: 4, unit_price: 2 }), 4)
    await sold(product_id, 9)
    const undoing = s.me.refused(reverseReceipt, { id: receipt.id })
    expect(await undoing).toMatchObject({
      code: 'insufficient_stock',
      message: 'Can’t undo: only 0 of 4 units of Product 1 can be removed at Main Warehouse. 7 are reserved.',
      details: { asked: 4, available: 0, on_hand: 7, reserved: 7, held: 0 },
    })

    const order = await s.ordered(20)
    const good = await s.receive(order, { quantity: 5, lot_number: 'L' })
    const bad = await s.receive(order, { quantity: 4, condition: 'damaged', lot_number: 'L' })
    const of = order.lines[0]!.product_id
    const out = { product_id: of, type: 'out' as const, lot_number: 'L', location_id: s.main }
    await s.me.call(createTransaction, { ...out, quantity: 2, reason_code: 'qc_hold' })
    await sold(of, 1)
    const refusal = async (receipt: { id: string }) => (await s.me.refused(reverseReceipt, { id: receipt.id })).message
    expect(await refusal(good.receipt)).toBe(
      'Can’t undo: only 2 of 5 units of Product 2 (lot L) can be removed at Main Warehouse. 1 is reserved, 6 are on hold.',
    )
    await s.me.call(createTransaction, { ...out, type: 'in', quantity: 5, reason_code: 'qc_release' })
    expect((await s.me.refused(reverseReceipt, { id: bad.receipt.id })).message).toBe(
      'Can’t undo: only 1 of 4 units of Product 2 (lot L) is still on hold at Main Warehouse.',
    )
    await expectSound(app)
  })

  test('works for a lot that has expired meanwhile', async () => {
    const s = await ordering(app)
    const { receipt, order } = await s.receive(await s.ordered(4), {
      quantity: 4,
      lot_number: 'OLD',
      expires_on: '2020-01-01',
    })
    await s.undo(receipt)
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 0, incoming: 4 })
  })

  test("is the only way: its posting can't be reversed separately", async () => {
    const s = await ordering(app)
    const { receipt } = await s.receive(await s.ordered(10), 8)
    expect(await s.me.refused(reversePosting, { posting_id: receipt.id })).toMatchObject({
      code: 'posting_belongs_to_document',
    })
    expect(await s.me.call(readPosting, { posting_id: receipt.id })).toMatchObject({
      kind: 'receipt',
      document: { kind: 'receipt', id: receipt.id },
    })
  })

  test('a line without remaining receipts can be removed; the receipt still shows it', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10, 5)
    const { receipt } = await s.receive(order, 10)
    await s.undo(receipt)
    const now = await s.read(order)
    await s.save(now, { lines: [savedLine(now.lines[1]!)] })
    expect(await s.me.call(readReceipt, { id: receipt.id })).toMatchObject({
      lines: [{ purchase_order_item_id: null, product_id: order.lines[0]!.product_id, quantity: 10 }],
    })
    await expectSound(app)
  })
})

describe('the day of a receipt', () => {
  const onHand = async ({ me }: Ordering, product_id: string, as_of: string) =>
    (await me.call(readProductStockAsOf, { product_id, as_of })).on_hand

  test('is its noon in the company, and stock as of that day includes it', async () => {
    const s = await ordering(app)
    await app.admin.query(`update organizations set time_zone = 'Pacific/Auckland' where org_id = $1`, [s.me.org_id])
    const order = await s.ordered(10)
    const { product_id } = order.lines[0]!
    const input = { ...receiptInput(order, s.main, [4]), happened_at: '2026-03-05' }
    const { receipt, order: after } = await s.me.call(createReceipt, input)
    // 12:00 in Auckland, on the day that was entered.
    expect(receipt.received_at).toBe('2026-03-04T23:00:00Z')
    expect(after.receipts).toMatchObject([{ received_at: receipt.received_at }])
    expect((await s.me.call(listReceipts, {})).items).toMatchObject([{ received_at: receipt.received_at }])
    expect((await s.me.call(listTransactions, { product_id, type: 'in' })).items).toMatchObject([
      { date: receipt.received_at },
    ])
    expect(await Promise.all(['2026-03-04', '2026-03-05'].map((day) => onHand(s, product_id, day)))).toEqual([0, 4])
    const { rows } = await app.admin.query(
      'select recorded_at > $2::timestamptz as is_recorded_now from stock_postings where id = $1',
      [receipt.id, after.created_at],
    )
    expect(rows).toEqual([{ is_recorded_now: true }])
    const paper = await s.me.fetch(`/api/v1/receipts/${receipt.id}/document`)
    expect(pdfPages(Buffer.from(await paper.arrayBuffer())).join('')).toContain('5 Mar 2026')
    await expectSound(app)
  })

  test('is now if it is today or omitted', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const [{ today } = { today: '' }] = (
      await app.admin.query<{ today: string }>(
        'select (now() at time zone time_zone)::date::text as today from organizations where org_id = $1',
        [s.me.org_id],
      )
    ).rows
    const { receipt: omitted } = await s.receive(order, 1)
    const { receipt } = await s.me.call(createReceipt, {
      ...receiptInput(order, s.main, [1]),
      happened_at: today,
    })
    expect(receipt.received_at > omitted.received_at).toBe(true)
    const { rows } = await app.admin.query(
      'select happened_at = recorded_at as is_now from stock_postings where id = any ($1)',
      [[receipt.id, omitted.id]],
    )
    expect(rows).toEqual([{ is_now: true }, { is_now: true }])
  })

  test('is refused in the future, and while the books are closed for it', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    await app.admin.query(`update organizations set books_closed_until = '2026-03-01' where org_id = $1`, [s.me.org_id])
    const on = (happened_at: string) => ({ ...receiptInput(order, s.main, [4]), happened_at })
    expect(await s.me.refused(createReceipt, on('2999-01-01'))).toMatchObject({
      status: 422,
      code: 'happened_in_future',
      fields: { happened_at: 'Date can’t be in the future' },
    })
    expect(await s.me.refused(createReceipt, on('2026-02-28'))).toMatchObject({
      status: 409,
      code: 'period_closed',
      fields: { happened_at: 'The books are closed for this date' },
    })
    expect(await s.me.refused(createReceipt, on('2026-02-30'))).toMatchObject({
      status: 422,
      fields: { happened_at: 'Please enter a date, such as 2026-11-30' },
    })
    expect(await s.read(order)).toEqual(order)
    expect((await s.me.call(createReceipt, on('2026-03-01'))).receipt.units).toBe(4)
  })

  test('is that of its undo, as if the goods had never arrived, unless the books are closed for it', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const { product_id } = order.lines[0]!
    const receive = async () => {
      const input = { ...receiptInput(order, s.main, [{ quantity: 4, lot_number: 'L-1' }]), happened_at: '2026-03-05' }
      return (await s.me.call(createReceipt, input)).receipt
    }
    await s.undo(await receive())
    expect(await onHand(s, product_id, '2026-03-05')).toBe(0)
    const second = await receive()
    await app.admin.query(`update organizations set books_closed_until = '2026-03-31' where org_id = $1`, [s.me.org_id])
    await s.undo(second)
    expect(await onHand(s, product_id, '2026-03-05')).toBe(4)
    expect(await s.stock(product_id)).toMatchObject({ on_hand: 0, incoming: 10 })
    await expectSound(app)
  })
})

test('an order and its receipt are printed with parties, products, locations and quantities', async () => {
  const s = await ordering(app)
  const supplier = { id: s.supplier_id, version: 1, name: 'Exotic Liquids' }
  await s.me.call(updateSupplier, { ...supplier, contact_person: 'Charlotte Cooper', address: '49 Gilbert St.' })
  const location = { id: s.main, version: 1, name: 'Main Warehouse', is_active: true, is_default: true }
  await s.me.call(updateLocation, { ...location, address: '7 Dock Road' })
  const order = await s.ordered(10, 3)
  const { receipt } = await s.receive(order, {
    quantity: 4,
    condition: 'damaged',
    lot_number: 'L-7',
    expires_on: '2031-05-01',
    notes: 'wet',
  })
  const read = async (path: string) => {
    const response = await s.me.fetch(`/api/v1${path}`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    return pdfPages(Buffer.from(await response.arrayBuffer())).join('')
  }
  const order_text = await read(`/purchase-orders/${order.id}/document`)
  for (const text of [
    'Purchase Order',
    order.order_number,
    'Exotic Liquids',
    'Charlotte Cooper',
    '49 Gilbert St.',
    'Main Warehouse',
    '7 Dock Road',
    'P-1',
    'Product 2',
    '$26.00',
  ])
    expect(order_text).toContain(text)
  const receipt_text = await read(`/receipts/${receipt.id}/document`)
  for (const text of [
    'Goods Receipt',
    order.order_number,
    'Receipt\n1\n',
    'Product 1',
    'wet',
    'L-7',
    'Expires 1 May 2031',
    'Damaged',
    'Units',
  ])
    expect(receipt_text).toContain(text)
  const other = await app.signUp()
  expect(await other.refused(printPurchaseOrder, { id: order.id })).toMatchObject({ status: 404 })
  expect(await other.refused(printReceipt, { id: receipt.id })).toMatchObject({ status: 404 })
})
