import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createImport, listImports } from '../../contract/imports.ts'
import { createLocation, listLocations, setDefaultLocation } from '../../contract/locations.ts'
import { readMe } from '../../contract/me.ts'
import { limitMember, listMembers, unlimitMember } from '../../contract/members.ts'
import { createProduct, listProducts, readProductSummary, updateProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import {
  createPurchaseOrder,
  payPurchaseOrder,
  updatePurchaseOrder,
  cancelPurchaseOrder,
  listPurchaseOrders,
  readPurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { readProductStock, setLocationStock } from '../../contract/stock.ts'
import { reversePosting } from '../../contract/postings.ts'
import {
  completeTransactionDraft,
  createTransactionDraft,
  discardTransactionDraft,
} from '../../contract/transaction-drafts.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { createCategory } from '../../contract/categories.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createSalesReturn, readSalesReturn, reverseSalesReturn } from '../../contract/sales-returns.ts'
import { expectSound } from '../testing/expect-sound.ts'
import {
  cancelTransfer,
  completeTransfer,
  createTransfer,
  listTransferDestinations,
  listTransfers,
  readTransfer,
} from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { type Client, type TestApp, testApp } from '../testing/app.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { ordering, receiptInput, savedAs } from '../testing/ordering.ts'
import { savedSale, selling, shipmentInput } from '../testing/selling.ts'
import {
  changeSalesOrderStatus,
  createSalesOrder,
  readSalesOrder,
  updateSalesOrder,
} from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { changeShipmentStatus, createShipment, listShipments, readShipment } from '../../contract/shipments.ts'
import { sql } from '../platform/sql.ts'
import { stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'

const app = await testApp()

/** An organization with ten units of a product in the warehouse and four on the shop floor, and a member at each. */
async function twoLocations(one: TestApp = app) {
  const s = await stocked(one)
  const product = await s.product(10)
  const entry = { product_id: product.id, type: 'in' as const, reason_code: 'other' as const, notes: 'Counted' }
  await s.me.call(createTransaction, { ...entry, quantity: 4, location_id: s.shop })
  const [keeper, seller] = await Promise.all([limitedMember(one, s.me, [s.main]), limitedMember(one, s.me, [s.shop])])
  return { ...s, product, entry, keeper, seller }
}

describe('a member limited to a location', () => {
  test('sees only the stock, movements and sums of that location', async () => {
    const s = await twoLocations()
    const seen = async (who: typeof s.me) => ({
      on_hand: (await who.call(listProducts, {})).items.map(({ stock }) => stock.on_hand),
      stored: (await who.call(readProductStock, { product_id: s.product.id })).locations.map(
        (location) => location.on_hand,
      ),
      units: (await who.call(readProductSummary, {})).units,
      locations: (await who.call(listLocations, { with_stock: 'true' })).items.map(({ stock }) => stock?.on_hand),
      moved: (await who.call(listTransactions, {})).items.map((row) => row.on_hand_change),
    })
    expect(await seen(s.me)).toEqual({ on_hand: [14], stored: [10, 4], units: 14, locations: [10, 4], moved: [4, 10] })
    expect(await seen(s.keeper)).toEqual({ on_hand: [10], stored: [10], units: 10, locations: [10], moved: [10] })
    expect(await seen(s.seller)).toEqual({ on_hand: [4], stored: [4], units: 4, locations: [4], moved: [4] })
  })

  test('can only remove goods there, and a refusal contains no number of another location', async () => {
    const s = await twoLocations()
    const out = { ...s.entry, type: 'out' as const }
    expect(await s.seller.refused(createTransaction, { ...out, quantity: 5 })).toMatchObject({
      code: 'insufficient_stock',
      details: { available: 4, on_hand: 4 },
    })
    await s.seller.call(createTransaction, { ...out, quantity: 4 })
    expect(await s.stock(s.product.id)).toMatchObject({ on_hand: 10 })
    expect(await s.at(s.product.id, s.main)).toBe(10)
  })

  test('puts goods without a location at one of theirs, even if the default is another', async () => {
    const s = await twoLocations()
    await s.seller.call(createTransaction, { ...s.entry, quantity: 1 })
    expect(await s.at(s.product.id, s.shop)).toBe(5)
  })

  test('is refused with a message at another location, and nothing moves', async () => {
    const s = await twoLocations()
    for (const type of ['in', 'out'] as const) {
      const refusal = await s.seller.refused(createTransaction, { ...s.entry, type, quantity: 1, location_id: s.main })
      expect(refusal.status).toBeLessThan(500)
      expect(refusal.message).toMatch(/location/i)
      expect(JSON.stringify(refusal)).not.toContain('Main Warehouse')
    }
    expect((await s.stock(s.product.id)).on_hand).toBe(14)
  })

  test('can send goods to another location but not remove them there', async () => {
    const s = await twoLocations()
    const moved = { product_id: s.product.id, quantity: 1 }
    await s.seller.call(createTransfer, { ...moved, from_location_id: s.shop, to_location_id: s.main })
    expect([await s.at(s.product.id, s.main), await s.at(s.product.id, s.shop)]).toEqual([11, 3])
    const refusal = await s.seller.refused(createTransfer, {
      ...moved,
      from_location_id: s.main,
      to_location_id: s.shop,
    })
    expect(refusal.status).toBeLessThan(500)
    const { items } = await s.seller.call(listTransactions, { type: 'transfer' })
    expect(items.map((row) => row.on_hand_change)).toEqual([-1])
    expect(
      (await s.keeper.call(listTransactions, { type: 'transfer' })).items.map((row) => row.on_hand_change),
    ).toEqual([1])
  })

  test.each([true, false])(
    'can send goods to another location in two steps, and call them back (group posting: %s)',
    async (groupPosting) => {
      const one = groupPosting ? app : await testApp({ groupPosting: false })
      const s = await twoLocations(one)
      const asked = { product_id: s.product.id, quantity: 1, status: 'pending' as const }
      const toMain = { ...asked, from_location_id: s.shop, to_location_id: s.main }
      const sent = await Promise.all(times(4, (n) => (n % 2 ? s.me : s.seller).call(createTransfer, toMain)))
      const at = async () => [await s.at(s.product.id, s.main), await s.at(s.product.id, s.shop)]
      expect(await at()).toEqual([10, 0])
      expect(await s.stock(s.product.id)).toMatchObject({ in_transit: 4 })
      const [first, second, third, fourth] = sent.map(({ id }) => ({ transfer_id: id }))
      for (const transfer of [first, second])
        expect(await s.seller.call(cancelTransfer, transfer as never)).toMatchObject({ status: 'cancelled' })
      expect(await s.keeper.call(completeTransfer, third as never)).toMatchObject({ status: 'completed' })
      expect(await at()).toEqual([11, 2])
      // Nothing is taken from, put into or received at a location that isn't the member's.
      const forbidden = { status: 403, code: 'forbidden' }
      expect(await s.keeper.refused(cancelTransfer, fourth as never)).toMatchObject(forbidden)
      expect(await s.seller.refused(completeTransfer, fourth as never)).toMatchObject(forbidden)
      expect(await s.keeper.refused(createTransfer, toMain)).toMatchObject(forbidden)
      expect((await s.seller.call(readTransfer, third as never)).undo).toEqual({
        possible: false,
        reason: 'The units are at a location you don’t have access to.',
      })
      expect(await at()).toEqual([11, 2])
      await expectSound(one)
    },
  )

  test('gets the first response to a repeated request while their locations are the same, then a refusal', async () => {
    const s = await twoLocations()
    const input = { ...s.entry, quantity: 1, location_id: s.shop }
    const options = { idempotencyKey: newId() }
    const first = await s.seller.call(createTransaction, input, options)
    expect(await s.seller.call(createTransaction, input, options)).toEqual(first)
    await changeLocations(app, s.seller, [s.shop, s.main])
    expect(await s.seller.refused(createTransaction, input, options)).toMatchObject({ status: 409, code: 'conflict' })
    expect(await s.at(s.product.id, s.shop)).toBe(5)
    await changeLocations(app, s.seller, [s.shop])
    expect(await s.seller.call(createTransaction, input, options)).toEqual(first)
  })

  test('sees newly assigned locations from the next request on', async () => {
    const s = await twoLocations()
    await changeLocations(app, s.seller, [s.main])
    expect((await s.seller.call(listProducts, {})).items[0]?.stock.on_hand).toBe(10)
    await changeLocations(app, s.seller, null)
    expect((await s.seller.call(listProducts, {})).items[0]?.stock.on_hand).toBe(14)
    await changeLocations(app, s.seller, [])
    expect((await s.seller.call(listProducts, {})).items[0]?.stock.on_hand).toBe(0)
    expect((await s.seller.call(listLocations, {})).items).toEqual([])
  })

  test('is staff or a viewer: an owner and an admin have all locations', async () => {
    const s = await stocked(app)
    for (const role of ['owner', 'admin'] as const)
      await expect(limitedMember(app, s.me, [s.shop], role)).rejects.toThrow('members_location_ids_check')
    await limitedMember(app, s.me, [s.shop], 'viewer')
  })
})

describe('documents of a limited member', () => {
  test("a purchase order for their location can be received there, and one for another can't", async () => {
    const s = await ordering(app)
    const product = await s.product(0)
    const line = { product_id: product.id, quantity: 5, unit_price: 2 }
    const [here, there] = [
      await s.ordered({ ...line, location_id: s.shop }),
      await s.ordered({ ...line, location_id: s.main }),
    ]
    const clerk = await limitedMember(app, s.me, [s.shop])
    expect((await clerk.call(listPurchaseOrders, {})).items.map(({ id }) => id)).toEqual([here.id])
    expect(await clerk.refused(readPurchaseOrder, { id: there.id })).toMatchObject({ code: 'not_found' })
    const { order } = await clerk.call(createReceipt, receiptInput(here, s.shop, [5]))
    expect(order.status).toBe('received')
    expect(await s.at(product.id, s.shop)).toBe(5)
    expect(await clerk.refused(createReceipt, receiptInput(there, s.shop, [1]))).toMatchObject({ code: 'not_found' })
  })

  test('only members who see a whole purchase order can cancel it; others can read their part', async () => {
    const s = await ordering(app)
    const [bolts, nuts] = [await s.product(0), await s.product(0)]
    const order = await s.ordered(
      { product_id: bolts.id, quantity: 5, unit_price: 2, location_id: s.shop },
      { product_id: nuts.id, quantity: 7, unit_price: 2, location_id: s.main },
    )
    const clerk = await limitedMember(app, s.me, [s.shop])
    const seen = await clerk.call(readPurchaseOrder, { id: order.id })
    expect(seen.lines.map(({ product_id }) => product_id)).toEqual([bolts.id])
    expect(await clerk.refused(cancelPurchaseOrder, { id: order.id, version: order.version })).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: expect.stringContaining('location'),
    })
    expect(await s.read(order)).toEqual(order)
  })

  test("an order without a location is for the default one, or for theirs if they can't see it", async () => {
    const s = await ordering(app)
    const product = await s.product(0)
    const order = { supplier_id: s.supplier_id, lines: [{ product_id: product.id, quantity: 5, unit_price: 2 }] }
    const placedBy = async (clerk: Client) => {
      const { id, version } = await clerk.call(createPurchaseOrder, order)
      const placed = await clerk.call(payPurchaseOrder, { id, version })
      const added = [...savedAs(placed).lines, { product_id: product.id, quantity: 1, unit_price: 2 }]
      const { lines } = await clerk.call(updatePurchaseOrder, { ...savedAs(placed), lines: added })
      return lines.map(({ location_id }) => location_id)
    }
    expect(await placedBy(await limitedMember(app, s.me, [s.shop]))).toEqual([s.shop, s.shop])
    expect(await placedBy(await limitedMember(app, s.me, [s.shop, s.main]))).toEqual([s.main, s.main])
  })

  /** An order of 5 bolts for the shop floor and 7 nuts for the warehouse, and a member of the shop floor. */
  async function mixedOrder() {
    const s = await ordering(app)
    const [bolts, nuts] = [await s.product(0), await s.product(0)]
    const order = await s.ordered(
      { product_id: bolts.id, quantity: 5, unit_price: 2, location_id: s.shop },
      { product_id: nuts.id, quantity: 7, unit_price: 3, location_id: s.main },
    )
    return { ...s, bolts, nuts, order, clerk: await limitedMember(app, s.me, [s.shop]) }
  }

  test('receiving the lines of their locations updates the order from all of its lines', async () => {
    const s = await mixedOrder()
    const { id } = s.order
    // The other line isn't visible to them; and their units arrive at their locations only.
    for (const refused of [
      receiptInput(s.order, s.shop, [{ item: 1, quantity: 1 }]),
      receiptInput(s.order, s.shop, [1, { item: 1, quantity: 1 }]),
    ])
      expect(await s.clerk.refused(createReceipt, refused)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await s.clerk.refused(createReceipt, receiptInput(s.order, s.main, [1]))).toMatchObject({ status: 403 })
    expect(await s.read(s.order)).toEqual(s.order)
    await s.receive(s.order, { item: 1, quantity: 3 })

    const first = await s.clerk.call(createReceipt, receiptInput(s.order, s.shop, [4]))
    expect(first.receipt).toMatchObject({ receipt_no: 2, units: 4, line_count: 1 })
    expect(first.order).toMatchObject({ status: 'partial', total_amount: 31, payment_status: 'paid', open_lines: 1 })
    expect(first.order.lines).toMatchObject([{ product_id: s.bolts.id, received_quantity: 4, remaining: 1 }])
    expect(first.order.receipts).toMatchObject([{ receipt_no: 2, units: 4 }])
    const second = await s.clerk.call(createReceipt, receiptInput(s.order, s.shop, [1]))
    // Nothing is left for them, and the order still waits for the other line.
    expect(second.order).toMatchObject({ status: 'partial', open_lines: 0, line_count: 1 })
    expect((await s.clerk.call(listPurchaseOrders, { open: 'true' })).items).toEqual([])
    expect(await s.read(s.order)).toMatchObject({ status: 'partial', open_lines: 1, line_count: 2 })
    await s.receive(s.order, { item: 1, quantity: 4 })
    expect(await s.read(s.order)).toMatchObject({ status: 'received', open_lines: 0 })
    expect(await s.clerk.call(readPurchaseOrder, { id })).toMatchObject({ status: 'received', open_lines: 0 })
    expect([await s.at(s.bolts.id, s.shop), await s.at(s.nuts.id, s.main)]).toEqual([5, 7])
    await expectSound(app)
  })

  test('a receipt can be undone if it only received at their locations', async () => {
    const s = await mixedOrder()
    const both = await s.me.call(createReceipt, {
      ...receiptInput(s.order, s.shop, [2]),
      lines: [
        ...receiptInput(s.order, s.shop, [2]).lines,
        ...receiptInput(s.order, s.main, [{ item: 1, quantity: 2 }]).lines,
      ],
    })
    const own = await s.clerk.call(createReceipt, receiptInput(s.order, s.shop, [3]))
    // They see their part of the receipt of both locations.
    expect((await s.clerk.call(readPurchaseOrder, { id: s.order.id })).receipts).toMatchObject([
      { receipt_no: 2, units: 3 },
      { receipt_no: 1, units: 2 },
    ])
    expect(await s.clerk.refused(reverseReceipt, { id: both.receipt.id })).toMatchObject({ status: 403 })
    await s.clerk.call(reverseReceipt, { id: own.receipt.id })
    expect((await s.read(s.order)).lines).toMatchObject([{ received_quantity: 2 }, { received_quantity: 2 }])
    expect(await s.read(s.order)).toMatchObject({ status: 'partial', open_lines: 2 })
    await expectSound(app)
  })

  test('amounts of an order for several locations are those of the whole order, for everyone', async () => {
    const s = await mixedOrder()
    const { id, version } = s.order
    const money = async (who: typeof s.me) => {
      const { total_amount, paid_amount, refund_due, payments } = await who.call(readPurchaseOrder, { id })
      const [listed] = (await who.call(listPurchaseOrders, {})).items
      return [total_amount, paid_amount, refund_due, payments.length, listed?.total_amount, listed?.refund_due]
    }
    expect(await money(s.clerk)).toEqual([31, 31, 0, 1, 31, 0])
    await s.receive(s.order, { item: 1, quantity: 3 })
    await s.clerk.call(createReceipt, receiptInput(s.order, s.shop, [2]))
    const { version: now } = await s.read(s.order)
    expect(now).toBeGreaterThan(version)
    await s.me.call(cancelPurchaseOrder, { id, version: now })
    // 31 paid; 2 bolts at $2 and 3 nuts at $3 came.
    expect(await money(s.clerk)).toEqual([31, 31, 18, 1, 31, 18])
    expect(await money(s.clerk)).toEqual(await money(s.me))
    expect(await s.clerk.call(readPurchaseOrder, { id })).toMatchObject({ concerns_other_locations: true })
    expect(await s.me.call(readPurchaseOrder, { id })).toMatchObject({ concerns_other_locations: false })
    const listed = async (who: typeof s.me) =>
      (await who.call(listPurchaseOrders, {})).items.map((one) => one.concerns_other_locations)
    expect(await listed(s.clerk)).toEqual([true])
    expect(await listed(s.me)).toEqual([false])
  })

  test('an order received at two locations at once by members of each is received completely, each unit once', async () => {
    const s = await mixedOrder()
    const keeper = await limitedMember(app, s.me, [s.main])
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => s.clerk.call(createReceipt, receiptInput(s.order, s.shop, [1]))),
      ...Array.from({ length: 10 }, () =>
        keeper.call(createReceipt, receiptInput(s.order, s.main, [{ item: 1, quantity: 1 }])),
      ),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5 + 7)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(['exceeds_remaining', 'wrong_status']).toContain((outcome.reason as { code: string }).code)
    expect(await s.read(s.order)).toMatchObject({ status: 'received', open_lines: 0 })
    expect(new Set((await s.read(s.order)).receipts.map(({ receipt_no }) => receipt_no)).size).toBe(12)
    expect([await s.at(s.bolts.id, s.shop), await s.at(s.nuts.id, s.main)]).toEqual([5, 7])
    await expectSound(app)
  })

  test('an order reserved at two locations can be shipped and cancelled by those who see both', async () => {
    const s = await selling(app)
    const product = await s.product(5)
    const entry = { product_id: product.id, type: 'in' as const, reason_code: 'production_completion' as const }
    await s.me.call(createTransaction, { ...entry, quantity: 4, location_id: s.shop })
    const order = await s.order([[product.id, 8]])
    const clerk = await limitedMember(app, s.me, [s.main])
    const seen = await clerk.call(readSalesOrder, { id: order.id })
    expect(seen.lines[0]).toMatchObject({ quantity: 8, reserved_quantity: 5 })
    const { id, version } = order
    expect(
      await clerk.refused(changeSalesOrderStatus, { id, version, status: 'cancelled', take_back: true }),
    ).toMatchObject({ status: 403 })
    const shipment = await clerk.call(createShipment, shipmentInput(order, [8]))
    const refusal = await clerk.refused(changeShipmentStatus, { shipment_id: shipment.id, status: 'in_transit' })
    expect(refusal.status).toBeLessThan(500)
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 9, reserved: 8 })
    await s.move(shipment, 'in_transit')
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 1, reserved: 0 })
  })

  test("a shipment or return across locations shows what moved at theirs, and can't be changed", async () => {
    const s = await selling(app)
    const product = await s.product(5)
    const entry = { product_id: product.id, type: 'in' as const, reason_code: 'production_completion' as const }
    await s.me.call(createTransaction, { ...entry, quantity: 4, location_id: s.shop })
    const order = await s.order([[product.id, 9]])
    const shipment = await s.ship(order, 8)
    const item = { sales_order_item_id: order.lines[0]?.id ?? '' }
    const { return: returned } = await s.me.call(createSalesReturn, {
      sales_order_id: order.id,
      lines: [
        { ...item, quantity: 1, location_id: s.main },
        { ...item, quantity: 2, location_id: s.shop },
      ],
    })
    const [keeper, seller] = await Promise.all([limitedMember(app, s.me, [s.main]), limitedMember(app, s.me, [s.shop])])
    const seen = async (who: typeof s.me) => {
      const [read, list, sale, back] = await Promise.all([
        who.call(readShipment, { shipment_id: shipment.id }),
        who.call(listShipments, {}),
        who.call(readSalesOrder, { id: order.id }),
        who.call(readSalesReturn, { return_id: returned.id }),
      ])
      const [line] = sale.lines
      return {
        units: [read.units, ...list.items.map((one) => one.units), ...sale.shipments.map((one) => one.units)],
        left: read.lines.map(({ quantity }) => quantity),
        shipped: [line?.quantity, line?.shipped_quantity, line?.returned_quantity, line?.remaining],
        came_back: [back.units, ...sale.returns.map((one) => one.units)],
        is_part: [read, sale, back].map((one) => one.concerns_other_locations),
      }
    }
    expect(await seen(s.me)).toEqual({
      units: [8, 8, 8],
      left: [8],
      shipped: [9, 8, 3, 1],
      came_back: [3, 3],
      is_part: [false, false, false],
    })
    const isPart = [true, true, true]
    expect(await seen(keeper)).toEqual({
      units: [5, 5, 5],
      left: [5],
      shipped: [9, 5, 1, 1],
      came_back: [1, 1],
      is_part: isPart,
    })
    expect(await seen(seller)).toEqual({
      units: [3, 3, 3],
      left: [3],
      shipped: [9, 3, 2, 1],
      came_back: [2, 2],
      is_part: isPart,
    })
    for (const [endpoint, input] of [
      [changeShipmentStatus, { shipment_id: shipment.id, status: 'delivered' }],
      [reverseSalesReturn, { return_id: returned.id }],
    ] as const)
      expect(await keeper.refused(endpoint, input)).toMatchObject({ status: 403 })
    // Units of a failed delivery taken in at another location aren't shipped for anyone any more.
    await s.me.call(reverseSalesReturn, { return_id: returned.id })
    await s.move(shipment, 'failed', { location_id: s.shop })
    expect((await keeper.call(readSalesOrder, { id: order.id })).lines[0]?.shipped_quantity).toBe(0)
    expect((await seller.call(readSalesOrder, { id: order.id })).lines[0]?.shipped_quantity).toBe(0)
  })

  test('a document for only their locations, or a planned shipment, concerns no others', async () => {
    const s = await selling(app)
    const product = await s.product(5)
    const order = await s.order([[product.id, 5]])
    const planned = await s.plan(order, 2)
    const keeper = await limitedMember(app, s.me, [s.main])
    expect(await keeper.call(readSalesOrder, { id: order.id })).toMatchObject({ concerns_other_locations: false })
    expect(await keeper.call(readShipment, { shipment_id: planned.id })).toMatchObject({
      concerns_other_locations: false,
      units: 2,
    })
  })

  test('an entry that took from several locations is in the history of each, with its own part', async () => {
    const s = await twoLocations()
    await s.me.call(createTransaction, { ...s.entry, type: 'out', quantity: 12 })
    const newest = async (who: typeof s.me) => (await who.call(listTransactions, { type: 'out' })).items[0]
    expect(await newest(s.me)).toMatchObject({ quantity: 12, on_hand_change: -12 })
    expect(await newest(s.keeper)).toMatchObject({ quantity: 10, on_hand_change: -10 })
    expect(await newest(s.seller)).toMatchObject({
      quantity: 2,
      on_hand_change: -2,
      metadata: { location_name: 'Shop floor' },
    })
    const found = await s.seller.call(listTransactions, { search: 'counted', type: 'out' })
    expect(found.items.map((row) => row.on_hand_change)).toEqual([-2])
  })

  test('what concerns all locations is refused with a message: imports, locations, archiving', async () => {
    const s = await twoLocations()
    const refused: [Endpoint, object][] = [
      [createLocation, { name: 'Attic' }],
      [setDefaultLocation, { id: s.shop }],
      [createImport, { products: [], categories: [], transactions: [] }],
      [listImports, {}],
      [deleteProduct, { id: s.product.id }],
    ]
    for (const [endpoint, input] of refused)
      expect(await s.seller.refused(endpoint, input)).toMatchObject({
        status: 403,
        message: 'Only members with access to all locations can do this.',
      })
  })

  test("other active locations are listed as destinations, but the origin of arriving goods isn't shown", async () => {
    const s = await twoLocations()
    const destinations = async () => (await s.seller.call(listTransferDestinations, {})).items.map(({ name }) => name)
    expect(await destinations()).toEqual(['Main Warehouse', 'Shop floor'])
    const moved = { product_id: s.product.id, quantity: 1 }
    await s.me.call(createTransfer, { ...moved, from_location_id: s.main, to_location_id: s.shop })
    await s.me.call(createTransfer, { ...moved, from_location_id: s.shop, to_location_id: s.main })
    const { items } = await s.seller.call(listTransfers, {})
    expect(items.map((item) => [item.from_location_name, item.to_location_name])).toEqual([
      ['Shop floor', 'Main Warehouse'],
      ['Another location', 'Shop floor'],
    ])
  })
})

test("a limited member can do a whole day's work at a location that isn't the default", async () => {
  const s = await selling(app)
  const me = await limitedMember(app, s.me, [s.shop])
  const day = await workingDay(me, s.shop)
  expect(await s.at(day.product_id, s.shop)).toBe(day.on_hand)
  expect(await s.at(day.product_id, s.main)).toBe(0)
  expect((await me.call(listProducts, {})).items[0]?.stock).toMatchObject({ on_hand: day.on_hand, held: 1 })
  await app.app.outbox.drain()
  await expectSound(app)
})

/** Every command of daily work, once; returns what is left. */
async function workingDay(me: Client, location_id: string): Promise<{ product_id: string; on_hand: number }> {
  const category = await me.call(createCategory, { name: 'Tools', color: '#3B82F6' })
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const created = await me.call(createProduct, { name: 'Saw', sku: 'SAW', price: 9, stock_quantity: 3 })
  const product_id = created.id
  const { id, version, name, sku, price } = created
  await me.call(updateProduct, {
    id,
    version,
    name,
    sku,
    price,
    category_id: category.id,
    min_stock_level: 2,
    stock_quantity: { from: 3, to: 4 },
  })
  const entry = { product_id, notes: 'Counted', reason_code: 'other' as const }
  const { posting_id } = await me.call(createTransaction, { ...entry, type: 'in', quantity: 5 })
  await me.call(reversePosting, { posting_id: posting_id ?? '' })
  await me.call(createTransaction, { ...entry, type: 'out', reason_code: 'qc_hold', quantity: 1 })
  await me.call(setLocationStock, { product_id, location_id, quantities: [{ from: 3, to: 10 }], min_stock_level: 2 })
  const draft = await me.call(createTransactionDraft, { ...entry, type: 'in', quantity: 2 })
  await me.call(completeTransactionDraft, { draft_id: draft.draft_id ?? '' })
  const dropped = await me.call(createTransactionDraft, { ...entry, type: 'in', quantity: 2, location_id })
  await me.call(discardTransactionDraft, { draft_id: dropped.draft_id ?? '' })

  const lines = [{ product_id, quantity: 6, unit_price: 2, location_id }]
  const order = await me.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const saved = await me.call(updatePurchaseOrder, { ...savedAs(order), notes: 'Ring twice' })
  const paid = await me.call(payPurchaseOrder, { id: saved.id, version: saved.version })
  const first = await me.call(createReceipt, receiptInput(paid, location_id, [4]))
  await me.call(reverseReceipt, { id: first.receipt.id })
  await me.call(createReceipt, receiptInput(paid, location_id, [6]))

  const sale = await me.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id, quantity: 5, unit_price: 3 }],
  })
  const changed = await me.call(updateSalesOrder, { ...savedSale(sale), notes: 'Fragile' })
  await me.call(addPayment, { sales_order_id: changed.id, amount: 15, payment_method: 'cash' })
  const shipment = await me.call(createShipment, shipmentInput(changed, [3]))
  await me.call(changeShipmentStatus, { shipment_id: shipment.id, status: 'in_transit' })
  await me.call(changeShipmentStatus, { shipment_id: shipment.id, status: 'delivered' })
  const returned = await me.call(createSalesReturn, {
    sales_order_id: sale.id,
    lines: [{ sales_order_item_id: sale.lines[0]?.id ?? '', quantity: 1, location_id }],
  })
  await me.call(reverseSalesReturn, { return_id: returned.return.id })
  const other = await me.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id, quantity: 1, unit_price: 3 }],
    location_id,
  })
  await me.call(changeSalesOrderStatus, { id: other.id, version: other.version, status: 'cancelled', take_back: true })
  return { product_id, on_hand: 10 + 2 + 6 - 3 }
}

describe('the locations of a member', () => {
  test('are set by an admin, apply from the next request, and are shown to those who can set them', async () => {
    const s = await stocked(app)
    const [admin, clerk] = [await limitedMember(app, s.me, null, 'admin'), await limitedMember(app, s.me, null)]
    expect((await clerk.call(listLocations, {})).items).toHaveLength(2)
    const set = await admin.call(limitMember, { user_id: clerk.user_id, location_ids: [s.shop] })
    expect(set.location_ids).toEqual([s.shop])
    expect((await clerk.call(listLocations, {})).items.map(({ id }) => id)).toEqual([s.shop])
    expect((await clerk.call(readMe, {})).location_ids).toEqual([s.shop])
    const shown = (await clerk.call(listMembers, {})).items
    expect(shown.every((member) => member.location_ids === undefined)).toBe(true)
    await admin.call(unlimitMember, { user_id: clerk.user_id })
    expect((await clerk.call(listLocations, {})).items).toHaveLength(2)
  })

  test('are locations of the organization, and only staff and viewers are limited', async () => {
    const [s, other] = [await stocked(app), await stocked(app)]
    const [admin, clerk] = [await limitedMember(app, s.me, null, 'admin'), await limitedMember(app, s.me, null)]
    const set = (user_id: string, location_ids: string[]) => s.me.refused(limitMember, { user_id, location_ids })
    expect(await set(admin.user_id, [s.shop])).toMatchObject({
      code: 'invalid_input',
      fields: { location_ids: expect.any(String) },
    })
    expect(await set(clerk.user_id, [s.shop, other.shop])).toMatchObject({
      code: 'not_found',
      fields: { 'location_ids.1': 'Location not found' },
    })
    expect(await set(clerk.user_id, [])).toMatchObject({ code: 'invalid_input' })
    expect(await set(other.me.user_id, [s.shop])).toMatchObject({ code: 'not_found' })
    expect(await clerk.refused(unlimitMember, { user_id: clerk.user_id })).toMatchObject({
      code: 'forbidden',
    })
    expect((await clerk.call(readMe, {})).location_ids).toBeNull()
  })
})

describe('a transaction', () => {
  const levels = sql<{ available: number }>`select available from stock_levels order by available`

  test('sees nothing stored at a location until its locations are set', async () => {
    const s = await twoLocations()
    const scope = { org_id: s.me.org_id, user_id: s.me.user_id }
    expect(await app.db.transaction(scope, (tx) => tx.all(levels))).toEqual([])
    expect(await app.db.transaction({ ...scope, locations: 'all' }, (tx) => tx.all(levels))).toHaveLength(2)
    expect(await app.db.transaction({ ...scope, user_id: null }, (tx) => tx.all(levels))).toHaveLength(2)
    const unsaid = app.db.transaction(scope, (tx) =>
      tx.all(sql`select * from kernel.catalog_levels_as_of(${s.me.org_id}, now(), 'recorded')`),
    )
    expect(await unsaid).toEqual([])
  })

  test('limits prepared statements as well, and the next transaction on the connection starts without limits', async () => {
    const s = await twoLocations()
    const scope = { org_id: s.me.org_id, user_id: s.me.user_id }
    const seen = (location_ids: string[] | null) =>
      app.db.transaction(scope, async (tx) => {
        void tx.useLocations(location_ids)
        return (await tx.all(levels)).map(({ available }) => available)
      })
    for (let round = 0; round < 8; round++) {
      expect(await Promise.all([seen(null), seen([s.shop]), seen([s.main]), seen([])])).toEqual([
        [4, 10],
        [4],
        [10],
        [],
      ])
    }
    expect(await app.db.transaction(scope, (tx) => tx.all(levels))).toEqual([])
  })

  test("can't read sums over all locations once it is limited", async () => {
    const s = await twoLocations()
    for (const table of ['product_totals', 'catalogue_totals', 'product_months', 'document_counts']) {
      const read = app.db.transaction({ org_id: s.me.org_id, user_id: s.me.user_id }, async (tx) => {
        void tx.useLocations([s.shop])
        return tx.all(sql`select * from public.${sql.raw(table)}`)
      })
      await expect(read).rejects.toThrow(`permission denied for table ${table}`)
    }
  })
})
