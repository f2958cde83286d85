import { describe, expect, test } from 'vitest'
import { updateLocation, readLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createReceipt } from '../../contract/receiving.ts'
import {
  changeSalesOrderStatus,
  createSalesOrder,
  listSalesOrders,
  readSalesOrder,
  updateSalesOrder,
} from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { ordering, receiptInput } from '../testing/ordering.ts'
import { savedSale, selling } from '../testing/selling.ts'

const app = await sharedApp()

describe('a new order', () => {
  test('has a number from the server and totals in cents, and reserves available stock', async () => {
    const s = await selling(app)
    const [bolts, wax] = [await s.product(4), await s.product(2, { quantity_decimals: 3 })]
    const order = await s.me.call(createSalesOrder, {
      customer_name: ' Lazy K Kountry Store ',
      customer_email: 'john@lazyk.example',
      customer_phone: '(509) 555-7969',
      notes: 'ring twice',
      lines: [
        { product_id: bolts.id, quantity: 10, unit_price: 2.5 },
        { product_id: wax.id, quantity: 1.5, unit_price: 19.99 },
        { product_id: bolts.id, quantity: 1 },
      ],
    })
    expect(order).toMatchObject({
      status: 'pending',
      payment_status: 'pending',
      currency: 'USD',
      customer_name: 'Lazy K Kountry Store',
      customer_email: 'john@lazyk.example',
      notes: 'ring twice',
      // 29.985 is 29.99: each line is rounded once, half away from zero, and the total is their sum.
      total_amount: 54.99,
      paid_amount: 0,
      line_count: 3,
      open_lines: 3,
      backordered: 7,
      user_id: s.me.user_id,
      lines: [
        { product_name: bolts.name, amount: 25, reserved_quantity: 4, backordered_quantity: 6, status: 'backordered' },
        { product_sku: wax.sku, amount: 29.99, reserved_quantity: 1.5, backordered_quantity: 0, status: 'reserved' },
        { unit_price: 0, amount: 0, reserved_quantity: 0, backordered_quantity: 1, status: 'backordered' },
      ],
      steps: [
        { name: 'Order placed', status: 'completed' },
        { name: 'Stock reserved', status: 'pending' },
      ],
      status_changes: [{ old_status: null, new_status: 'pending', changed_by: s.me.email }],
      payments: [],
      shipments: [],
      returns: [],
    })
    expect(order.order_number).toMatch(/^SO-\d{6}-\d{3}$/)
    expect(await s.read(order)).toEqual(order)
    expect(await s.stock(bolts.id)).toMatchObject({ on_hand: 4, available: 0, reserved: 4 })
    await expectSound(app)
  })

  test('is paid if its total is 0', async () => {
    const s = await selling(app)
    const order = await s.order([{ product_id: (await s.product(1)).id, quantity: 1 }])
    expect(order).toMatchObject({ total_amount: 0, payment_status: 'paid' })
  })

  test('sent again with the same id returns the first one; with other lines it is refused', async () => {
    const s = await selling(app)
    const { id: product_id } = await s.product(5)
    const input = { id: newId(), customer_name: 'Ana', lines: [{ product_id, quantity: 2, unit_price: 1 }] }
    const order = await s.me.call(createSalesOrder, input)
    expect(await s.me.call(createSalesOrder, input)).toEqual(order)
    expect(await s.me.refused(createSalesOrder, { ...input, notes: 'another' })).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    })
    expect(await s.stock(product_id)).toMatchObject({ reserved: 2 })
  })

  test('created as shipped or delivered ships immediately, or is refused with every line that is short', async () => {
    const s = await selling(app)
    const [bolts, wax, tins] = [await s.product(4), await s.product(2), await s.product(9)]
    const lines = [
      { product_id: bolts.id, quantity: 5 },
      { product_id: wax.id, quantity: 3 },
      { product_id: tins.id, quantity: 9 },
    ]
    const refusal = await s.me.refused(createSalesOrder, { customer_name: 'Ana', status: 'shipped', lines })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      message: 'Only 4 of Product 1 available, 5 needed, and 1 more item is short.',
      details: {
        lines: [
          { product_id: bolts.id, asked: 5, available: 4 },
          { product_id: wax.id, asked: 3, available: 2 },
        ],
      },
    })
    expect((await s.me.call(listSalesOrders, {})).items).toEqual([])
    const order = await s.order([[bolts.id, 4]], { status: 'delivered' })
    expect(order).toMatchObject({
      status: 'delivered',
      open_lines: 0,
      lines: [{ shipped_quantity: 4, status: 'shipped' }],
      shipments: [{ is_implicit: true, status: 'delivered', units: 4 }],
      steps: [
        { name: 'Order placed', status: 'completed' },
        { name: 'Stock reserved', status: 'completed' },
        { name: 'Shipment created', status: 'completed' },
        { name: 'Shipped', status: 'completed' },
        { name: 'Delivered', status: 'completed' },
      ],
      status_changes: [{ old_status: null, new_status: 'delivered' }],
    })
    const cancelled = await s.order([[wax.id, 2]], { status: 'cancelled' })
    expect(cancelled).toMatchObject({ status: 'cancelled', lines: [{ reserved_quantity: 0, status: 'cancelled' }] })
    expect(await s.stock(bolts.id)).toMatchObject({ on_hand: 0 })
    expect(await s.stock(wax.id)).toMatchObject({ available: 2 })
    await expectSound(app)
  })

  test('ships from the named location only', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 3]], { location_id: s.shop })
    expect(order).toMatchObject({
      location_name: 'Shop floor',
      lines: [{ reserved_quantity: 0, backordered_quantity: 3 }],
    })
    const moved = await s.save(order, { location_id: s.main })
    expect(moved).toMatchObject({ location_name: 'Main Warehouse', lines: [{ reserved_quantity: 3 }] })
    const back = await s.save(moved, { location_id: s.shop })
    expect(back).toMatchObject({ lines: [{ reserved_quantity: 0, backordered_quantity: 3 }] })
    expect(
      await s.me.refused(changeSalesOrderStatus, { id: order.id, version: back.version, status: 'shipped' }),
    ).toMatchObject({
      code: 'insufficient_stock',
      message: 'Only 0 of Product 1 available at Shop floor, 3 needed.',
    })
    const anywhere = await s.save(back, { location_id: null })
    expect(anywhere).toMatchObject({ location_name: null, lines: [{ reserved_quantity: 3 }] })
    await expectSound(app)
  })
})

describe('refusals beside their field', () => {
  test('the texts of the spec', async () => {
    const s = await selling(app)
    const line = { product_id: (await s.product(5)).id, quantity: 1, unit_price: 1 }
    const refusal = (input: object) => s.me.refused(createSalesOrder, { customer_name: 'Ana', lines: [line], ...input })
    for (const customer_name of ['', '   ', null])
      expect((await refusal({ customer_name })).fields).toHaveProperty('customer_name')
    expect(await refusal({ customer_name: '  ' })).toMatchObject({ status: 422, message: 'Customer name is required' })
    expect(await refusal({ customer_email: 'ana' })).toMatchObject({
      fields: { customer_email: 'Please enter a valid email address' },
    })
    expect(await refusal({ lines: [] })).toMatchObject({ fields: { lines: 'At least one item is required' } })
    expect(await refusal({ lines: [{ ...line, product_id: '' }] })).toMatchObject({
      fields: { 'lines.0.product_id': 'Please select products for all items' },
    })
    for (const quantity of [0, -1, null])
      expect(await refusal({ lines: [line, { ...line, quantity }] })).toMatchObject({
        status: 422,
        fields: { 'lines.1.quantity': 'Quantity must be greater than 0' },
      })
    for (const quantity of ['3', 'NaN'])
      expect(await refusal({ lines: [line, { ...line, quantity }] })).toMatchObject({
        status: 422,
        fields: { 'lines.1.quantity': 'Please enter a number' },
      })
    expect(await refusal({ lines: [{ ...line, quantity: 1.5 }] })).toMatchObject({
      code: 'too_many_decimals',
      fields: { 'lines.0.quantity': 'Use a whole number for Product 1' },
    })
    expect(await refusal({ lines: [{ ...line, quantity: 1e11 }] })).toMatchObject({
      fields: { 'lines.0.quantity': 'This quantity is too large' },
    })
    for (const unit_price of [-0.01, 1e308, 0.001])
      expect((await refusal({ lines: [{ ...line, unit_price }] })).status).toBe(422)
    expect(await refusal({ lines: [{ ...line, quantity: 99_999_999_999, unit_price: 99_999_999 }] })).toMatchObject({
      status: 422,
      code: 'number_too_large',
    })
    // Each amount fits, their sum does not.
    const dear = { ...line, quantity: 9_999, unit_price: 99_999_999 }
    expect(await refusal({ lines: [dear, dear] })).toMatchObject({ status: 422, code: 'number_too_large' })
    for (const length of [1_001, 10_001])
      expect(await refusal({ lines: Array.from({ length }, () => line) })).toMatchObject({
        status: 422,
        fields: { lines: 'An order has at most 1000 items' },
      })
    expect(await refusal({ customer_name: 'a\0b' })).toMatchObject({ status: 422 })
    expect(await refusal({ customer_name: 'a'.repeat(10_000) })).toMatchObject({ status: 422 })
    expect(await refusal({ status: 'gone' })).toMatchObject({ status: 422 })
    for (const field of ['user_id', 'org_id', 'total_amount', 'payment_status', 'order_number', 'created_by'])
      expect(await refusal({ [field]: s.me.user_id })).toMatchObject({
        status: 422,
        fields: { [field]: expect.any(String) },
      })
    for (const field of ['shipped_quantity', 'returned_quantity', 'status', 'amount'])
      expect((await refusal({ lines: [{ ...line, [field]: 1 }] })).status).toBe(422)
    expect((await s.me.call(listSalesOrders, {})).items).toEqual([])
  })

  test('long texts are kept as typed', async () => {
    const s = await selling(app)
    const notes = 'ä'.repeat(10_000)
    expect((await s.order([[(await s.product(1)).id, 1]], { notes })).notes).toBe(notes)
  })

  test('archived products, inactive locations; and nothing of another organization', async () => {
    const [s, t] = [await selling(app), await selling(app)]
    const { id: product_id } = await s.product(0)
    const theirs = await t.order([[(await t.product(3)).id, 2]])
    const line = { product_id, quantity: 1 }
    const refusal = (input: object) => s.me.refused(createSalesOrder, { customer_name: 'Ana', lines: [line], ...input })
    const foreign = [
      { lines: [{ product_id: theirs.lines[0]!.product_id, quantity: 1 }] },
      { location_id: t.shop },
      { customer_id: theirs.customer_id },
    ]
    for (const input of foreign) expect(await refusal(input)).toMatchObject({ status: 404, code: 'not_found' })
    for (const [endpoint, input] of [
      [readSalesOrder, { id: theirs.id }],
      [updateSalesOrder, savedSale(theirs)],
      [changeSalesOrderStatus, { id: theirs.id, version: theirs.version, status: 'cancelled' }],
      [addPayment, { sales_order_id: theirs.id, amount: 1, payment_method: 'cash' }],
    ] as const)
      expect(await s.me.refused(endpoint, input)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await t.read(theirs)).toEqual(theirs)

    const { version } = await s.me.call(readLocation, { id: s.shop })
    await s.me.call(updateLocation, { id: s.shop, version, name: 'Shop floor', is_active: false })
    expect(await refusal({ location_id: s.shop })).toMatchObject({
      code: 'location_not_active',
      fields: { location_id: 'Shop floor isn’t active' },
    })
    const { id: old } = await s.me.call(createProduct, { name: 'Old', sku: 'OLD', price: 1 })
    await app.admin.query('update products set archived_at = now() where id = $1', [old])
    expect(await refusal({ lines: [{ product_id: old, quantity: 1 }] })).toMatchObject({
      code: 'product_archived',
      fields: { 'lines.0.product_id': 'Old is archived. Restore it first.' },
    })
    await app.admin.query('update products set archived_at = null where id = $1', [old])
  })

  test("a viewer reads orders and can't change any", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(3)).id, 2]])
    await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [s.me.org_id])
    expect(await s.read(order)).toMatchObject({ id: order.id })
    const { id, version } = order
    for (const [endpoint, input] of [
      [
        createSalesOrder,
        { customer_name: 'Ana', lines: order.lines.map(({ product_id }) => ({ product_id, quantity: 1 })) },
      ],
      [updateSalesOrder, savedSale(order)],
      [changeSalesOrderStatus, { id, version, status: 'cancelled' }],
      [addPayment, { sales_order_id: id, amount: 1, payment_method: 'cash' }],
    ] as const)
      expect(await s.me.refused(endpoint, input)).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('an edit', () => {
  test('follows the lines: lower quantities release, higher ones reserve, removed lines release all, and another product is another line', async () => {
    const s = await selling(app)
    const [bolts, wax] = [await s.product(10), await s.product(10)]
    const order = await s.order([
      [bolts.id, 6],
      [wax.id, 4],
    ])
    const [first, second] = savedSale(order).lines
    const less = await s.save(order, { lines: [{ ...first!, quantity: 2 }, second!] })
    expect(less).toMatchObject({
      total_amount: 12,
      lines: [{ quantity: 2, reserved_quantity: 2 }, { reserved_quantity: 4 }],
    })
    expect(less.lines.map(({ id }) => id)).toEqual(order.lines.map(({ id }) => id))
    expect(await s.stock(bolts.id)).toMatchObject({ available: 8, reserved: 2 })
    const more = await s.save(less, { lines: [second!, { ...first!, quantity: 12 }] })
    expect(more.lines).toMatchObject([
      { id: second!.id, reserved_quantity: 4 },
      { id: first!.id, quantity: 12, reserved_quantity: 10, backordered_quantity: 2 },
    ])
    const other = await s.save(more, { lines: [{ ...second!, product_id: bolts.id }] })
    expect(other.lines).toMatchObject([{ product_id: bolts.id, quantity: 4, reserved_quantity: 4 }])
    expect(order.lines.map(({ id }) => id)).not.toContain(other.lines[0]!.id)
    expect(await s.stock(bolts.id)).toMatchObject({ available: 6, reserved: 4 })
    expect(await s.stock(wax.id)).toMatchObject({ available: 10, reserved: 0 })
    await expectSound(app)
  })

  test('writes no movement if no stock changes', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(10)).id, 6]])
    const count = async () =>
      (await app.admin.query('select count(*) from stock_movements where org_id = $1', [s.me.org_id])).rows[0].count
    const before = await count()
    const saved = await s.save(order, {
      notes: 'new',
      lines: savedSale(order).lines.map((line) => ({ ...line, unit_price: 3 })),
    })
    expect(saved).toMatchObject({ notes: 'new', total_amount: 18 })
    expect(await count()).toBe(before)
  })

  test("can't go below what was shipped or is in a shipment", async () => {
    const s = await selling(app)
    const [bolts, wax] = [await s.product(10), await s.product(10)]
    const order = await s.order([
      [bolts.id, 6],
      [wax.id, 4],
    ])
    await s.ship(order, 2)
    await s.plan(order, 1)
    const now = await s.read(order)
    const [first, second] = savedSale(now).lines
    const refusal = (lines: object[]) => s.me.refused(updateSalesOrder, { ...savedSale(now), lines })
    expect(await refusal([{ ...first, quantity: 2 }, second!])).toMatchObject({
      code: 'below_shipped',
      fields: { 'lines.0.quantity': 'At least 3 (shipped or in a shipment)' },
    })
    expect(await refusal([second!])).toMatchObject({
      code: 'line_has_shipments',
      message: 'Product 1 has been shipped or is in a shipment, so the item can’t be removed',
    })
    expect(await refusal([{ ...first, product_id: wax.id }, second!])).toMatchObject({ code: 'line_has_shipments' })
    expect(await refusal([{ ...first, id: newId() }, second!])).toMatchObject({ status: 404 })
    expect(await refusal([first!, first!, second!])).toMatchObject({ status: 404 })
    const saved = await s.save(now, { lines: [{ ...first!, quantity: 3 }, second!] })
    expect(saved).toMatchObject({ lines: [{ quantity: 3, remaining: 0 }, {}] })
    await expectSound(app)
  })

  test('that leaves nothing to ship makes the order shipped, or delivered if everything has arrived', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    for (const status of ['shipped', 'delivered'] as const) {
      const order = await s.order([[product.id, 4]])
      const shipment = await s.ship(order, 2)
      if (status === 'delivered') await s.move(shipment, 'delivered')
      const now = await s.read(order)
      expect(now.status).toBe('processing')
      const saved = await s.save(now, { lines: savedSale(now).lines.map((line) => ({ ...line, quantity: 2 })) })
      expect(saved).toMatchObject({ status, lines: [{ status: 'shipped' }] })
    }
    await expectSound(app)
  })

  test('of a closed order changes contact and notes only, of a cancelled one also where it would ship from', async () => {
    const s = await selling(app)
    const product = await s.product(20)
    for (const status of ['shipped', 'delivered', 'cancelled'] as const) {
      const order = await s.order([[product.id, 2]], { status })
      const saved = await s.save(order, { customer_phone: '1', customer_email: 'a@b.c', notes: 'n' })
      expect(saved).toMatchObject({ customer_phone: '1', customer_email: 'a@b.c', notes: 'n', status })
      const [line] = savedSale(saved).lines
      for (const change of [
        { lines: [{ ...line!, quantity: 3 }] },
        { lines: [{ ...line!, unit_price: 3 }] },
        { lines: [line!, { product_id: product.id, quantity: 1 }] },
        ...(status === 'cancelled' ? [] : [{ location_id: s.shop }]),
      ])
        expect(await s.me.refused(updateSalesOrder, { ...savedSale(saved), ...change })).toMatchObject({
          status: 409,
          code: 'wrong_status',
          message: expect.stringMatching(`^This order is ${status}. Only its contact details.* can be changed.$`),
        })
      if (status === 'cancelled')
        expect(await s.save(saved, { location_id: s.shop })).toMatchObject({ location_id: s.shop, status })
    }
  })

  test('B5: from an old version is refused with the current record', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(5)).id, 2]])
    const theirs = await s.save(order, { notes: 'theirs' })
    expect(await s.me.refused(updateSalesOrder, { ...savedSale(order), notes: 'mine' })).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { seen: order.version, present: theirs.version, record: theirs },
    })
    const { id, version } = order
    expect(await s.me.refused(changeSalesOrderStatus, { id, version, status: 'shipped' })).toMatchObject({
      code: 'conflict',
    })
  })
})

describe('backorders', () => {
  test('are filled oldest first when goods are received, and the step follows', async () => {
    const s = await selling(app)
    const product = await s.product(0)
    const first = await s.order([[product.id, 3]])
    const second = await s.order([[product.id, 3]])
    await s.me.call(createTransaction, { product_id: product.id, type: 'in', quantity: 4, reason_code: 'transfer_in' })
    await app.app.outbox.drain()
    expect(await s.read(first)).toMatchObject({ backordered: 0, lines: [{ reserved_quantity: 3, status: 'reserved' }] })
    expect(await s.read(second)).toMatchObject({
      backordered: 2,
      lines: [{ reserved_quantity: 1, status: 'backordered' }],
    })
    expect((await s.read(first)).steps[1]).toMatchObject({ name: 'Stock reserved', status: 'completed' })
    expect((await s.read(second)).steps[1]).toMatchObject({ name: 'Stock reserved', status: 'pending' })
    await s.to(first, 'cancelled')
    await app.app.outbox.drain()
    expect(await s.read(second)).toMatchObject({ backordered: 0 })
    await expectSound(app)
  })

  test('a reservation that exceeds the remaining stock becomes backordered', async () => {
    const s = await selling(app)
    const product = await s.product(3)
    const order = await s.order([[product.id, 3]])
    await s.me.call(createTransaction, { product_id: product.id, type: 'out', quantity: 2, reason_code: 'theft_loss' })
    expect(await s.read(order)).toMatchObject({ lines: [{ reserved_quantity: 1, backordered_quantity: 2 }] })
    await expectSound(app)
  })

  test('a receipt fills backordered lines', async () => {
    const buys = await ordering(app)
    const bought = await buys.ordered(5)
    const product_id = bought.lines[0]!.product_id
    const order = await buys.me.call(createSalesOrder, { customer_name: 'Ana', lines: [{ product_id, quantity: 4 }] })
    expect(order.backordered).toBe(4)
    await buys.me.call(createReceipt, receiptInput(bought, buys.main, [5]))
    await app.app.outbox.drain()
    expect(await buys.me.call(readSalesOrder, { id: order.id })).toMatchObject({ backordered: 0 })
    await expectSound(app)
  })
})

describe('the list', () => {
  test('pages, sorts, filters and finds by number, customer, email and phone', async () => {
    const s = await selling(app)
    const product = await s.product(100)
    const names = ['Ana Trujillo', 'Lazy K Kountry Store', "Let's Stop N Shop"]
    for (const [n, customer_name] of names.entries())
      await s.order([[product.id, n + 1]], {
        customer_name,
        customer_phone: `555-10${n}`,
        customer_email: `c${n}@shop.example`,
      })
    const find = async (input: object) =>
      (await s.me.call(listSalesOrders, input)).items.map(({ customer_name }) => customer_name)
    const newest = names.toReversed()
    expect(await find({})).toEqual(newest)
    expect(await find({ sort: 'order_date' })).toEqual(names)
    expect(await find({ sort: '-total_amount' })).toEqual(newest)
    expect(await find({ search: 'stop' })).toEqual([names[2]])
    expect(await find({ search: 'KOUNTRY lazy' })).toEqual([names[1]])
    expect(await find({ search: 'c0@shop' })).toEqual([names[0]])
    expect(await find({ search: '555-101' })).toEqual([names[1]])
    expect(await find({ search: 'SO-' })).toEqual(newest)
    expect(await find({ search: '%' })).toEqual([])
    expect(await find({ search: 'a' })).toEqual(newest)
    const page = await s.me.call(listSalesOrders, { limit: 2 })
    expect(await find({ limit: 2, cursor: page.next ?? '' })).toEqual([names[0]])
    const [order] = page.items
    await s.to(order!, 'shipped')
    expect(await find({ status: 'shipped' })).toEqual([names[2]])
    expect(await find({ open: 'true' })).toEqual([names[1], names[0]])
    expect(await find({ customer_id: order!.customer_id })).toEqual([names[2]])
    await s.pay(order!, 1)
    expect(await find({ payment_status: 'partial' })).toEqual([names[2]])
    expect(await s.me.refused(listSalesOrders, { sort: 'total_amount;drop' })).toMatchObject({ status: 422 })
  })
})

test('a product named by an order is archived, not deleted, and not while it is wanted', async () => {
  const s = await selling(app)
  const product = await s.product(0)
  const order = await s.order([[product.id, 1]])
  const { id } = product
  expect(await s.me.refused(deleteProduct, { id })).toMatchObject({ code: 'product_not_empty' })
  await s.to(order, 'cancelled')
  await s.me.call(deleteProduct, { id })
  expect(
    (await app.admin.query('select archived_at is not null as archived from products where id = $1', [id])).rows,
  ).toEqual([{ archived: true }])
})

test('a cancelled order waits for nothing: no step is pending, and only goods that the customer kept are owed', async () => {
  const s = await selling(app)
  const product = await s.product(10)
  const stepsOf = ({ steps }: { steps: readonly { name: string; status: string }[] }) =>
    steps.map(({ name, status }) => `${name}: ${status}`)
  const untouched = await s.to(await s.order([[product.id, 20]]), 'cancelled')
  expect(stepsOf(untouched)).toEqual(['Order placed: completed'])
  const begun = await s.order([[product.id, 5]])
  await s.ship(begun, 2)
  await s.move(await s.ship(begun, 1), 'failed')
  await s.pay(begun, 1)
  expect(stepsOf(await s.to(begun, 'cancelled'))).toEqual([
    'Order placed: completed',
    'Shipment created: completed',
    'Shipped: completed',
    'Delivered: failed',
  ])
  const paid = await s.order([[product.id, 3]])
  await s.pay(paid, 6)
  await s.to(paid, 'cancelled')
  const amountOwed = (await s.me.call(listSalesOrders, {})).items.map(({ id, amount_due, refund_due }) => [
    id,
    { amount_due, refund_due },
  ])
  expect(new Map(amountOwed as [string, object][])).toEqual(
    new Map([
      [untouched.id, { amount_due: 0, refund_due: 0 }],
      [begun.id, { amount_due: 3, refund_due: 0 }],
      [paid.id, { amount_due: 0, refund_due: 6 }],
    ]),
  )
  // A step that was reached stays, at the time it was reached, if the customer keeps the goods.
  const delivered = await s.order([[product.id, 1]])
  await s.move(await s.ship(delivered, 1), 'delivered')
  const { steps } = await s.read(delivered)
  expect(stepsOf({ steps }).slice(2)).toEqual([
    'Shipment created: completed',
    'Shipped: completed',
    'Delivered: completed',
  ])
  expect((await s.to(delivered, 'cancelled')).steps).toEqual(steps.filter(({ name }) => name !== 'Stock reserved'))
  // Those of a part that was shipped before are added, at the time of its shipment.
  const partly = await s.order([[product.id, 2]])
  const sent = await s.move(await s.ship(partly, 1), 'delivered')
  expect((await s.to(partly, 'cancelled')).steps.slice(2)).toMatchObject([
    { name: 'Shipped', status: 'completed', created_at: sent.shipped_at },
    { name: 'Delivered', status: 'completed', created_at: sent.delivered_at },
  ])
  // Reopened, it waits again.
  expect(stepsOf(await s.to(untouched, 'pending'))).toEqual(['Order placed: completed', 'Stock reserved: pending'])
})
