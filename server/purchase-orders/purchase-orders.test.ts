import { describe, expect, test } from 'vitest'
import { setDefaultLocation, updateLocation, readLocation } from '../../contract/locations.ts'
import { createProduct, readProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  listPurchaseOrders,
  payPurchaseOrder,
  readPurchaseOrder,
  reopenPurchaseOrder,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt, listReceipts, readReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { createSupplier, updateSupplier } from '../../contract/suppliers.ts'
import { withOrderNumber } from '../orders/order-number.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering, receiptInput, savedAs, savedLine } from '../testing/ordering.ts'

const app = await sharedApp()

describe('a new order', () => {
  test('is an unpaid draft with a number from the server, totals in cents, and nothing incoming', async () => {
    const s = await ordering(app)
    const [bolts, wax] = [await s.product(0), await s.product(0, { quantity_decimals: 3 })]
    const order = await s.me.call(createPurchaseOrder, {
      supplier_id: s.supplier_id,
      expected_date: '2026-12-24',
      notes: ' by truck ',
      lines: [
        { product_id: bolts.id, quantity: 3, unit_price: 0.0375 },
        { product_id: wax.id, quantity: 1.5, unit_price: 19.99, location_id: s.shop },
        { product_id: bolts.id, quantity: 1 },
      ],
    })
    expect(order).toMatchObject({
      status: 'draft',
      payment_status: 'pending',
      supplier_name: 'Exotic Liquids',
      expected_date: '2026-12-24',
      notes: 'by truck',
      currency: 'USD',
      // 0.1125 is 0.11, 29.985 is 29.99: each line is rounded once, half away from zero, and the total is their sum.
      total_amount: 30.1,
      paid_amount: 0,
      refund_due: 0,
      open_lines: 0,
      line_count: 3,
      version: 2,
      user_id: s.me.user_id,
      lines: [
        {
          product_name: bolts.name,
          quantity: 3,
          unit_price: 0.0375,
          amount: 0.11,
          status: 'pending',
          location_id: null,
        },
        { product_sku: wax.sku, quantity: 1.5, amount: 29.99, location_name: 'Shop floor', quantity_decimals: 3 },
        { quantity: 1, unit_price: 0, amount: 0, remaining: 1 },
      ],
      status_changes: [{ old_status: null, new_status: 'draft', changed_by: s.me.email }],
      payments: [],
      receipts: [],
    })
    expect(order.order_number).toMatch(/^PO-\d{6}-\d{3}$/)
    expect(await s.read(order)).toEqual(order)
    expect((await s.stock(bolts.id)).incoming).toBe(0)
  })

  test('is paid if its total is 0', async () => {
    const s = await ordering(app)
    const order = await s.draft({ product_id: (await s.product(0)).id, quantity: 2 })
    expect(order).toMatchObject({ total_amount: 0, payment_status: 'paid', status: 'draft' })
    expect(await s.submit(order)).toMatchObject({ status: 'ordered', payments: [] })
  })

  test('gets another number if one is taken, and is refused if none is found', async () => {
    const taken = new Set(['PO-000001-001', 'PO-000001-002'])
    let drawn = 0
    const insert = (number: string) => Promise.resolve(taken.has(number) ? 0 : 1)
    const draw = () => `PO-000001-00${++drawn}`
    expect(await withOrderNumber('PO', insert, draw)).toBe('PO-000001-003')
    await expect(withOrderNumber('PO', insert, () => 'PO-000001-001')).rejects.toMatchObject({ code: 'busy' })
  })

  test('has a number that is unique in its organization', async () => {
    const [s, t] = [await ordering(app), await ordering(app)]
    const [one, other, theirs] = [await s.draft(1), await s.draft(1), await t.draft(1)]
    const rename = (id: string) =>
      app.admin.query('update purchase_orders set order_number = $1 where id = $2', [one.order_number, id])
    await expect(rename(other.id)).rejects.toMatchObject({ constraint: 'purchase_orders_number_key' })
    await rename(theirs.id)
  })

  test('sent again with the same id returns the first one; with other lines it is refused', async () => {
    const s = await ordering(app)
    const input = {
      id: newId(),
      supplier_id: s.supplier_id,
      lines: [{ product_id: (await s.product(0)).id, quantity: 2, unit_price: 1 }],
    }
    const order = await s.me.call(createPurchaseOrder, input)
    expect(await s.me.call(createPurchaseOrder, input)).toEqual(order)
    expect(await s.me.refused(createPurchaseOrder, { ...input, notes: 'another' })).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    })
  })
})

describe('refusals beside their field', () => {
  test('the texts of the spec', async () => {
    const s = await ordering(app)
    const product_id = (await s.product(0)).id
    const line = { product_id, quantity: 1, unit_price: 1 }
    const refusal = (input: object) =>
      s.me.refused(createPurchaseOrder, { supplier_id: s.supplier_id, lines: [line], ...input })
    expect(await s.me.refused(createPurchaseOrder, {})).toMatchObject({
      status: 422,
      message: 'Please select a supplier',
    })
    expect(await refusal({ lines: [] })).toMatchObject({ fields: { lines: 'Please add at least one item' } })
    expect(await refusal({ lines: [{ ...line, product_id: '' }] })).toMatchObject({
      fields: { 'lines.0.product_id': 'Please select products for all items' },
    })
    for (const quantity of [0, -1, null])
      expect(await refusal({ lines: [line, { ...line, quantity }] })).toMatchObject({
        status: 422,
        fields: { 'lines.1.quantity': 'Quantity must be greater than 0 for all items' },
      })
    for (const quantity of ['3', 'NaN'])
      expect(await refusal({ lines: [line, { ...line, quantity }] })).toMatchObject({
        status: 422,
        fields: { 'lines.1.quantity': 'Please enter a number' },
      })
    expect(await refusal({ lines: [{ ...line, quantity: 1.5 }] })).toMatchObject({
      status: 422,
      code: 'too_many_decimals',
      fields: { 'lines.0.quantity': 'Use a whole number for Product 1' },
    })
    expect(await refusal({ lines: [{ ...line, quantity: 0.00001 }] })).toMatchObject({
      fields: { 'lines.0.quantity': 'Use at most 4 decimals' },
    })
    expect(await refusal({ lines: [{ ...line, quantity: 1e11 }] })).toMatchObject({
      fields: { 'lines.0.quantity': 'This quantity is too large' },
    })
    expect(await refusal({ lines: [{ ...line, unit_price: -1 }] })).toMatchObject({
      fields: { 'lines.0.unit_price': 'Unit price cannot be negative' },
    })
    expect(await refusal({ expected_date: '2026-02-31' })).toMatchObject({
      fields: { expected_date: 'Please enter a date, such as 2026-11-30' },
    })
    expect(await refusal({ notes: 'a\0b' })).toMatchObject({ status: 422 })
    expect(await refusal({ lines: Array.from({ length: 1_001 }, () => line) })).toMatchObject({
      fields: { lines: 'An order has at most 1000 items' },
    })
    expect(await refusal({ lines: Array.from({ length: 10_001 }, () => line) })).toMatchObject({ status: 422 })
    expect(
      await refusal({
        lines: Array.from({ length: 120 }, () => ({ ...line, quantity: 99_999_999_999, unit_price: 9_999 })),
      }),
    ).toMatchObject({
      status: 422,
      code: 'number_too_large',
    })
    for (const unit_price of [0.00001, 1e12, '2', 'NaN'])
      expect(await refusal({ lines: [{ ...line, unit_price }] })).toMatchObject({
        status: 422,
        fields: { 'lines.0.unit_price': expect.any(String) },
      })
    for (const field of ['quantity', 'unit_price']) {
      const infinite = await s.me.fetch('/api/v1/purchase-orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ supplier_id: s.supplier_id, lines: [{ ...line, [field]: 0.5 }] }).replace(
          '0.5',
          '1e309',
        ),
      })
      expect(infinite.status).toBe(422)
      const fields = { [`lines.0.${field}`]: 'This number is too large' }
      expect(await infinite.json()).toMatchObject({ error: { fields } })
    }
    expect((await s.me.call(listPurchaseOrders, {})).items).toEqual([])
  })

  test('of an order that is saved again are those of a new one, and nothing is written', async () => {
    const s = await ordering(app)
    const order = await s.ordered(5)
    const line = savedLine(order.lines[0]!)
    const refusal = (change: object) => s.me.refused(updatePurchaseOrder, { ...savedAs(order), ...change })
    expect(await refusal({ supplier_id: '' })).toMatchObject({ fields: { supplier_id: 'Please select a supplier' } })
    expect(await refusal({ lines: [] })).toMatchObject({ fields: { lines: 'Please add at least one item' } })
    for (const quantity of [0, -1, null])
      expect(await refusal({ notes: 'x', lines: [{ ...line, quantity }] })).toMatchObject({
        fields: { 'lines.0.quantity': 'Quantity must be greater than 0 for all items' },
      })
    expect(await refusal({ lines: [{ ...line, quantity: 1.5 }] })).toMatchObject({ code: 'too_many_decimals' })
    const { id: _, ...added } = line
    expect(await refusal({ lines: Array.from({ length: 1_001 }, () => added) })).toMatchObject({
      fields: { lines: 'An order has at most 1000 items' },
    })
    // This many don't even fit into a request.
    expect(await refusal({ lines: Array.from({ length: 10_001 }, () => added) })).toMatchObject({
      code: 'payload_too_large',
    })
    const large = { ...added, quantity: 99_999_999_999, unit_price: 1 }
    for (const lines of [
      [{ ...large, unit_price: 9_999 }],
      // Each of them fits, but their sum doesn't.
      Array.from({ length: 11 }, () => large),
    ])
      expect(await refusal({ lines: [line, ...lines] })).toMatchObject({ status: 422, code: 'number_too_large' })
    expect((await refusal({ lines: [line, { ...large, unit_price: 11 }] })).fields).toEqual({
      'lines.1.unit_price': 'Quantity × unit price is too large',
    })
    expect((await refusal({ lines: [line, { ...large, unit_price: 10 }] })).fields).toEqual({
      lines: 'The total of this order is too large',
    })
    expect(await s.read(order)).toEqual(order)
    expect(await s.stock(line.product_id)).toMatchObject({ incoming: 5 })
  })

  test('more incoming, or more on hand, than a level can hold', async () => {
    const s = await ordering(app)
    const most = { product_id: (await s.product(0)).id, quantity: 99_999_999_999, unit_price: 0 }
    const [order, other] = [await s.submit(await s.draft(most)), await s.draft(most)]
    const tooLarge = { status: 409, code: 'balance_overflow' }
    expect(await s.me.refused(submitPurchaseOrder, { id: other.id, version: other.version })).toMatchObject(tooLarge)
    expect(await s.read(other)).toEqual(other)
    const lines = [most.quantity, { quantity: most.quantity, is_over_delivery: true }]
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, lines))).toMatchObject(tooLarge)
    expect(await s.read(order)).toEqual(order)
    await expectSound(app)
  })

  test("fields that the server decides can't be sent", async () => {
    const s = await ordering(app)
    const lines = [{ product_id: (await s.product(0)).id, quantity: 1, unit_price: 1 }]
    for (const field of ['order_number', 'total_amount', 'status', 'payment_status', 'user_id', 'org_id'])
      expect(
        await s.me.refused(createPurchaseOrder, { supplier_id: s.supplier_id, lines, [field]: 'paid' }),
      ).toMatchObject({
        fields: { [field]: 'Unknown field' },
      })
    for (const field of ['received_quantity', 'amount', 'status'])
      expect(
        await s.me.refused(createPurchaseOrder, { supplier_id: s.supplier_id, lines: [{ ...lines[0], [field]: 1 }] }),
      ).toMatchObject({ fields: { [`lines.0.${field}`]: 'Unknown field' } })
  })

  test('an inactive supplier, an archived product, an inactive location', async () => {
    const s = await ordering(app)
    const idle = await s.me.call(createSupplier, { name: 'Gone', status: 'inactive' })
    const product_id = (await s.draft(1)).lines[0]!.product_id
    const lines = [{ product_id, quantity: 1 }]
    expect(await s.me.refused(createPurchaseOrder, { supplier_id: idle.id, lines })).toMatchObject({
      status: 409,
      code: 'supplier_not_active',
      fields: {
        supplier_id: expect.stringMatching(
          /^Gone has been inactive since \d+ \w{3} \d{4}\. Choose another supplier or an earlier order date\.$/,
        ),
      },
    })
    const shop = await s.me.call(readLocation, { id: s.shop })
    await s.me.call(updateLocation, { id: shop.id, version: shop.version, name: shop.name, is_active: false })
    expect(
      await s.me.refused(createPurchaseOrder, {
        supplier_id: s.supplier_id,
        lines: [{ ...lines[0], location_id: s.shop }],
      }),
    ).toMatchObject({ code: 'location_not_active', fields: { 'lines.0.location_id': 'Shop floor isn’t active' } })
    await s.me.call(deleteProduct, { id: product_id })
    expect(await s.me.refused(createPurchaseOrder, { supplier_id: s.supplier_id, lines })).toMatchObject({
      code: 'product_archived',
      fields: { 'lines.0.product_id': 'Product 1 is archived. Restore it first.' },
    })
  })

  test("ids of another organization are not found, and the database's keys refuse them as well", async () => {
    const [s, t] = [await ordering(app), await ordering(app)]
    const [mine, theirs] = [await s.ordered(2), await t.ordered(2)]
    const line = savedLine(mine.lines[0]!)
    const notThere = { status: 404, code: 'not_found' }
    const refused = (change: object) => s.me.refused(updatePurchaseOrder, { ...savedAs(mine), ...change })
    expect(
      await s.me.refused(createPurchaseOrder, {
        supplier_id: t.supplier_id,
        lines: [{ product_id: line.product_id, quantity: 1 }],
      }),
    ).toMatchObject(notThere)
    expect(await refused({ lines: [line, { product_id: theirs.lines[0]!.product_id, quantity: 1 }] })).toMatchObject(
      notThere,
    )
    expect(await refused({ lines: [{ ...line, location_id: t.main }] })).toMatchObject(notThere)
    expect(await refused({ lines: [{ ...line, id: theirs.lines[0]!.id }] })).toMatchObject(notThere)
    const { receipt } = await t.receive(theirs, 1)
    for (const endpoint of [
      readPurchaseOrder,
      payPurchaseOrder,
      submitPurchaseOrder,
      reopenPurchaseOrder,
      cancelPurchaseOrder,
    ])
      expect(
        await s.me.refused(
          endpoint,
          endpoint === readPurchaseOrder ? { id: theirs.id } : { id: theirs.id, version: 2 },
        ),
      ).toMatchObject(notThere)
    expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(mine), id: theirs.id })).toMatchObject(notThere)
    expect(await s.me.refused(createReceipt, receiptInput(theirs, s.main, [1]))).toMatchObject(notThere)
    expect(await s.me.refused(createReceipt, { ...receiptInput(mine, t.main, [1]) })).toMatchObject(notThere)
    expect(
      await s.me.refused(createReceipt, { ...receiptInput(theirs, s.main, [1]), purchase_order_id: mine.id }),
    ).toMatchObject(notThere)
    for (const endpoint of [readReceipt, reverseReceipt])
      expect(await s.me.refused(endpoint, { id: receipt.id })).toMatchObject(notThere)
    expect((await s.me.call(listReceipts, {})).items).toEqual([])
    expect((await s.me.call(listPurchaseOrders, {})).items).toHaveLength(1)
    expect(await s.read(mine)).toEqual(mine)
    expect(await t.read(theirs)).toMatchObject({ version: theirs.version + 1, receipts: [{ id: receipt.id }] })
    for (const column of ['product_id', 'location_id', 'purchase_order_id'])
      await expect(
        app.admin.query(
          `update purchase_order_items set ${column} = (select ${column} from purchase_order_items where id = $1) where id = $2`,
          [theirs.lines[0]!.id, line.id],
        ),
      ).rejects.toMatchObject({ code: '23503' })
  })

  test("a viewer reads orders and receipts and can't change any", async () => {
    const s = await ordering(app)
    const order = await s.ordered(3)
    const { receipt } = await s.receive(order, 1)
    await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [s.me.org_id])
    expect(await s.read(order)).toMatchObject({ status: 'partial' })
    expect(await s.me.call(readReceipt, { id: receipt.id })).toEqual(receipt)
    const forbidden = { status: 403, code: 'forbidden' }
    expect(await s.me.refused(updatePurchaseOrder, savedAs(order))).toMatchObject(forbidden)
    expect(await s.me.refused(cancelPurchaseOrder, { id: order.id, version: 4 })).toMatchObject(forbidden)
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, [1]))).toMatchObject(forbidden)
    expect(await s.me.refused(reverseReceipt, { id: receipt.id })).toMatchObject(forbidden)
  })
})

describe('saving is a difference by line id', () => {
  test('kept lines keep their ids in their new order, others are added and removed, and the total follows', async () => {
    const s = await ordering(app)
    const order = await s.draft(1, 2, 3)
    const [one, two, three] = order.lines.map(savedLine)
    const extra = { product_id: (await s.product(0)).id, quantity: 5, unit_price: 1.5 }
    const saved = await s.save(order, { lines: [three!, { ...one!, quantity: 4 }, extra], notes: 'later' })
    expect(saved).toMatchObject({ total_amount: 21.5, notes: 'later', version: order.version + 1, line_count: 3 })
    expect(saved.lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      [three!.id, 3],
      [one!.id, 4],
      [saved.lines[2]!.id, 5],
    ])
    expect(saved.lines.some(({ id }) => id === two!.id)).toBe(false)
    const { rows } = await app.admin.query(
      `select action from audit_trail where table_name = 'purchase_order_items' and org_id = $1 order by id offset 3`,
      [s.me.org_id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['DELETE', 'UPDATE', 'UPDATE', 'INSERT'])
  })

  test('a line named twice, or one that was removed, is not found', async () => {
    const s = await ordering(app)
    const order = await s.draft(1, 2)
    const [one, two] = order.lines.map(savedLine)
    expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(order), lines: [one, one] })).toMatchObject({
      status: 404,
      fields: { 'lines.1.id': 'This item isn’t in the order' },
    })
    const saved = await s.save(order, { lines: [one!] })
    expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(saved), lines: [one, two] })).toMatchObject({
      status: 404,
    })
  })

  test('B5: a save from an old version is refused with the current record, also after a receipt', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const { order: received } = await s.receive(order, 4)
    expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(order), notes: 'mine' })).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { seen: order.version, present: received.version, record: received },
    })
    expect(await s.read(order)).toEqual(received)
    for (const endpoint of [payPurchaseOrder, submitPurchaseOrder, reopenPurchaseOrder, cancelPurchaseOrder])
      expect(await s.me.refused(endpoint, { id: order.id, version: order.version })).toMatchObject({ code: 'conflict' })
  })
})

describe('what can be edited in each status', () => {
  test('a draft: everything', async () => {
    const s = await ordering(app)
    const order = await s.draft(2)
    const other = await s.me.call(createSupplier, { name: 'Tokyo Traders' })
    const product_id = (await s.product(0)).id
    const saved = await s.save(order, {
      supplier_id: other.id,
      expected_date: '2027-01-01',
      lines: [{ ...savedLine(order.lines[0]!), product_id, quantity: 9, unit_price: 4 }],
    })
    expect(saved).toMatchObject({
      supplier_name: 'Tokyo Traders',
      total_amount: 36,
      lines: [{ product_id, quantity: 9 }],
    })
  })

  test('a placed order: not its supplier', async () => {
    const s = await ordering(app)
    const order = await s.ordered(2)
    const other = await s.me.call(createSupplier, { name: 'Tokyo Traders' })
    expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(order), supplier_id: other.id })).toMatchObject({
      status: 409,
      code: 'wrong_status',
      fields: { supplier_id: 'The supplier can’t be changed once the order is placed' },
    })
  })

  test('a placed order: what is incoming follows quantities, new lines, removed lines, other products and other locations', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10, 20, 30, 40)
    const [more, gone, other, moved] = order.lines
    const [added, instead] = [await s.product(0), await s.product(0)]
    const saved = await s.save(order, {
      lines: [
        { ...savedLine(more!), quantity: 12 },
        { ...savedLine(other!), product_id: instead.id },
        { ...savedLine(moved!), location_id: s.shop, quantity: 35 },
        { product_id: added.id, quantity: 7, unit_price: 1 },
      ],
    })
    expect(saved).toMatchObject({ status: 'ordered', total_amount: 161, refund_due: 39, open_lines: 4 })
    const incoming = async (id: string) => (await s.stock(id)).incoming
    expect(await Promise.all([more, gone, other, moved].map((line) => incoming(line!.product_id)))).toEqual([
      12, 0, 0, 35,
    ])
    expect([await incoming(added.id), await incoming(instead.id)]).toEqual([7, 30])
    const locations = (await s.stock(moved!.product_id)).locations
    expect(locations.find((location) => location.location_id === s.shop)?.incoming).toBe(35)
    expect(saved.lines[1]!.id).not.toBe(other!.id)
    await expectSound(app)
  })

  test('a partly received line: not below what was received, not removed, not another product; reduced to that, it is done', async () => {
    const s = await ordering(app)
    const order = (await s.receive(await s.ordered(10, 5), 4)).order
    const [started, untouched] = order.lines.map(savedLine)
    const refused = (lines: object[]) => s.me.refused(updatePurchaseOrder, { ...savedAs(order), lines })
    expect(await refused([{ ...started, quantity: 3 }, untouched!])).toMatchObject({
      status: 409,
      code: 'below_received',
      fields: { 'lines.0.quantity': 'At least 4 (already received)' },
    })
    expect(await refused([untouched!])).toMatchObject({
      code: 'line_has_receipts',
      message: 'Product 1 has already been received, so the item can’t be removed',
    })
    expect(await refused([{ ...started, product_id: (await s.product(0)).id }, untouched!])).toMatchObject({
      code: 'line_has_receipts',
      fields: { 'lines.0.product_id': 'Product 1 has already been received, so the product can’t be changed' },
    })
    const done = await s.save(order, { lines: [{ ...started!, quantity: 4, unit_price: 3 }] })
    expect(done).toMatchObject({ status: 'received', total_amount: 12, open_lines: 0, refund_due: 18 })
    expect(await Promise.all(order.lines.map(async (line) => (await s.stock(line.product_id)).incoming))).toEqual([
      0, 0,
    ])
    await expectSound(app)
  })

  test('a received or cancelled order: only its notes', async () => {
    const s = await ordering(app)
    const received = (await s.receive(await s.ordered(2), 2)).order
    const cancelled = await s.cancel(await s.draft(2))
    for (const order of [received, cancelled]) {
      const [line] = order.lines.map(savedLine)
      for (const change of [
        { lines: [{ ...line!, quantity: 3 }] },
        { lines: [{ ...line!, unit_price: 3 }] },
        { lines: [line!, { product_id: line!.product_id, quantity: 1 }] },
        { expected_date: '2027-01-01' },
      ])
        expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(order), ...change })).toMatchObject({
          code: 'wrong_status',
          message: `This order is ${order.status}. Only its notes can be changed.`,
        })
      expect(await s.save(order, { notes: 'kept' })).toMatchObject({ notes: 'kept', status: order.status })
    }
  })

  test('only new values are checked: an order keeps a supplier that became inactive, and a product that was archived', async () => {
    const s = await ordering(app)
    const order = await s.draft(2)
    await s.me.call(updateSupplier, { id: s.supplier_id, version: 1, name: 'Exotic', status: 'inactive' })
    await s.me.call(deleteProduct, { id: order.lines[0]!.product_id })
    const saved = await s.save(order, { notes: 'still' })
    expect(saved).toMatchObject({ notes: 'still', supplier_name: 'Exotic' })
    expect(await s.me.refused(payPurchaseOrder, { id: order.id, version: saved.version })).toMatchObject({
      code: 'product_archived',
      message: 'Product 1 is archived. Restore it or remove it from the order.',
    })
    expect(await s.read(order)).toMatchObject({ status: 'draft', payment_status: 'pending', paid_amount: 0 })
  })
})

describe('every status and every action', () => {
  const made = {
    draft: (s: Awaited<ReturnType<typeof ordering>>) => s.draft(10),
    'paid draft': async (s: Awaited<ReturnType<typeof ordering>>) => s.reopen(await s.ordered(10)),
    ordered: (s: Awaited<ReturnType<typeof ordering>>) => s.ordered(10),
    partial: async (s: Awaited<ReturnType<typeof ordering>>) => (await s.receive(await s.ordered(10), 4)).order,
    received: async (s: Awaited<ReturnType<typeof ordering>>) => (await s.receive(await s.ordered(10), 10)).order,
    cancelled: async (s: Awaited<ReturnType<typeof ordering>>) => s.cancel(await s.ordered(10)),
  }
  const endpoints = {
    pay: payPurchaseOrder,
    submit: submitPurchaseOrder,
    reopen: reopenPurchaseOrder,
    cancel: cancelPurchaseOrder,
  }
  type Result = [status: string, payment: string, incoming: number, on_hand: number] | 'refused'
  const table: Record<keyof typeof made, Record<keyof typeof endpoints | 'receive', Result>> = {
    draft: {
      pay: ['ordered', 'paid', 10, 0],
      submit: 'refused',
      reopen: 'refused',
      cancel: ['cancelled', 'cancelled', 0, 0],
      receive: 'refused',
    },
    'paid draft': {
      pay: 'refused',
      submit: ['ordered', 'paid', 10, 0],
      reopen: 'refused',
      cancel: ['cancelled', 'paid', 0, 0],
      receive: 'refused',
    },
    ordered: {
      pay: 'refused',
      submit: 'refused',
      reopen: ['draft', 'paid', 0, 0],
      cancel: ['cancelled', 'paid', 0, 0],
      receive: ['partial', 'paid', 9, 1],
    },
    partial: {
      pay: 'refused',
      submit: 'refused',
      reopen: 'refused',
      cancel: ['cancelled', 'paid', 0, 4],
      receive: ['partial', 'paid', 5, 5],
    },
    received: { pay: 'refused', submit: 'refused', reopen: 'refused', cancel: 'refused', receive: 'refused' },
    cancelled: { pay: 'refused', submit: 'refused', reopen: 'refused', cancel: 'refused', receive: 'refused' },
  }
  for (const [status, row] of Object.entries(table)) {
    test(`${status}`, async () => {
      const s = await ordering(app)
      for (const [action, expected] of Object.entries(row)) {
        const order = await made[status as keyof typeof made](s)
        const before = await s.read(order)
        const input = { id: order.id, version: order.version }
        if (expected === 'refused') {
          const refusal =
            action === 'receive'
              ? await s.me.refused(createReceipt, receiptInput(order, s.main, [1]))
              : await s.me.refused(endpoints[action as keyof typeof endpoints], input)
          expect([action, refusal.status, refusal.code]).toEqual([action, 409, 'wrong_status'])
          expect(refusal.message).toMatch(/^(This order (is|has)|Pay for this order)/)
          expect(await s.read(order)).toEqual(before)
          continue
        }
        if (action === 'receive') await s.receive(order, 1)
        else await s.me.call(endpoints[action as keyof typeof endpoints], input)
        const after = await s.read(order)
        const stock = await s.stock(order.lines[0]!.product_id)
        expect([action, after.status, after.payment_status, stock.incoming, stock.on_hand]).toEqual([
          action,
          ...expected,
        ])
        expect(after.version).toBe(before.version + 1)
      }
      await expectSound(app)
    })
  }
})

describe('other nouns', () => {
  test('a product named by an order is archived, not deleted, and not while it is incoming', async () => {
    const s = await ordering(app)
    const order = await s.draft(1)
    const { product_id } = order.lines[0]!
    const ordered = await s.pay(order)
    expect(await s.me.refused(deleteProduct, { id: product_id })).toMatchObject({
      code: 'product_not_empty',
      message: 'This product still has 1 incoming, 1 open document. Bring these to 0 before you delete the product.',
    })
    await s.cancel(ordered)
    expect(await s.me.call(deleteProduct, { id: product_id })).toMatchObject({ outcome: 'archived' })
    const draft = await s.draft(1)
    expect(await s.me.call(deleteProduct, { id: draft.lines[0]!.product_id })).toMatchObject({ outcome: 'archived' })
    expect(await s.me.call(readProduct, { id: draft.lines[0]!.product_id })).toMatchObject({
      name: draft.lines[0]!.product_name,
    })
    expect(await s.read(draft)).toMatchObject({ lines: [{ quantity: 1 }] })
  })

  test("a location with incoming units can't be deleted; a line expects its units at the location that was the default when it was ordered", async () => {
    const s = await ordering(app)
    const order = await s.ordered(5)
    expect(order.lines[0]).toMatchObject({ location_id: s.main, location_name: 'Main Warehouse' })
    await s.me.call(setDefaultLocation, { id: s.shop })
    const main = await s.me.call(readLocation, { id: s.main })
    const off = { id: s.main, version: main.version, name: main.name, is_active: false }
    expect(await s.me.refused(updateLocation, off)).toMatchObject({ code: 'location_has_open_documents' })
    expect((await s.read(order)).lines[0]).toMatchObject({ location_id: s.main })
    // Fully received, nothing is expected there; undone after it was deactivated, the units are expected at the
    // default.
    const { receipt } = await s.receive(order, { quantity: 5, location_id: s.shop })
    await s.me.call(updateLocation, off)
    await s.undo(receipt)
    expect((await s.read(order)).lines[0]).toMatchObject({ location_id: s.shop, remaining: 5 })
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 0, incoming: 5 })
    await expectSound(app)
  })

  test('a product created in the picker can be ordered immediately', async () => {
    const s = await ordering(app)
    const product = await s.me.call(createProduct, { name: 'New', sku: 'N-1', price: 1, cost_price: 0.125 })
    const order = await s.draft({ product_id: product.id, quantity: 8, unit_price: product.cost_price })
    expect(order).toMatchObject({ total_amount: 1 })
  })
})
