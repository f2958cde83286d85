import { expect, test } from 'vitest'
import { createCategory, deleteCategory, updateCategory } from '../contract/categories.ts'
import type { Endpoint, InputOf, OutputOf } from '../contract/endpoint.ts'
import { createImport, undoImport } from '../contract/imports.ts'
import { createLocation, deleteLocation, setDefaultLocation, updateLocation } from '../contract/locations.ts'
import { createProduct, updateProduct } from '../contract/products.ts'
import { deleteProduct, restoreProduct } from '../contract/product-deletion.ts'
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  payPurchaseOrder,
  readPurchaseOrder,
  reopenPurchaseOrder,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../contract/purchase-orders.ts'
import { createReceipt, reverseReceipt } from '../contract/receiving.ts'
import {
  changeSalesOrderStatus,
  createSalesOrder,
  readSalesOrder,
  type SalesOrder,
  updateSalesOrder,
} from '../contract/sales-orders.ts'
import { addPayment } from '../contract/sales-payments.ts'
import { createSalesReturn, reverseSalesReturn } from '../contract/sales-returns.ts'
import { saveSettings } from '../contract/settings.ts'
import { changeShipmentStatus, createShipment, updateShipment } from '../contract/shipments.ts'
import { setLocationStock } from '../contract/stock.ts'
import { reversePosting } from '../contract/postings.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { completeTransactionDraft, createTransactionDraft } from '../contract/transaction-drafts.ts'
import { createTransaction } from '../contract/transactions.ts'
import { cancelTransfer, completeTransfer, createTransfer, reverseTransfer } from '../contract/location-transfers.ts'
import type { Database, Tx } from './platform/db.ts'
import { newId } from './platform/ids.ts'
import { allEndpoints } from './testing/all-endpoints.ts'
import { expectSound } from './testing/expect-sound.ts'
import { sql } from './platform/sql.ts'
import { RefusedError, testApp } from './testing/app.ts'
import { requestOf, validInput } from './testing/endpoint-inputs.ts'
import { savedAs } from './testing/ordering.ts'
import { savedSale, travel } from './testing/selling.ts'
import { stocked } from './testing/stocked.ts'

// If any statement of a command fails, nothing of the command remains, the same request can be sent again, and only
// that request reports the failure: an unhandled rejection would end this run.

/** The statement that fails, counted from 1 within one request; 0: none. */
const fault = { at: 0, sent: 0 }

function struck<Query>(query: Query): Query {
  fault.sent += 1
  return fault.sent === fault.at ? (sql`select 1 / 0` as Query) : query
}

const failing = (tx: Tx): Tx => ({
  ...tx,
  all: (query) => tx.all(struck(query)),
  one: (query) => tx.one(struck(query)),
  maybe: (query) => tx.maybe(struck(query)),
  run: (query) => tx.run(struck(query)),
  later: (query) => tx.later(struck(query)),
})

/** Statements of requests may fail; work after commits continues undisturbed. */
const unreliable = (db: Database): Database => ({
  ...db,
  transaction: (scope, work, options) =>
    db.transaction(scope, (tx) => work(fault.at > 0 && scope?.user_id ? failing(tx) : tx), options),
})

const app = await testApp({ database: unreliable })

test('if any statement of a command fails, nothing of it is saved and no one else is affected', async () => {
  const { me, main, shop, product } = await stocked(app)
  const tables = (
    await app.admin.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        -- The server empties it by itself.
        and c.relname <> 'outbox'
      order by 1`)
  ).rows.map(({ name }) => name)
  const everything = tables
    .map((name) => `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as content from ${name} t`)
    .join(' union all ')
  const kept = async () =>
    (await app.admin.query<{ name: string; content: string | null }>({ name: 'everything', text: everything })).rows

  const failures: Record<string, number> = {}
  /** The command with each of its statements failing in turn, then without failures. */
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    await app.app.outbox.drain()
    await app.app.sequencer.drain()
    const before = await kept()
    for (let at = 1; ; at++) {
      Object.assign(fault, { at, sent: 0 })
      try {
        const answer = await me.call(endpoint, input)
        expect([endpoint.name, fault.sent], 'there was nothing left to fail').toEqual([endpoint.name, at - 1])
        failures[endpoint.name] = (failures[endpoint.name] ?? 0) + at - 1
        return answer
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        expect([endpoint.name, at, error.code], error.message).toEqual([endpoint.name, at, 'internal'])
      } finally {
        fault.at = 0
      }
      expect([endpoint.name, at, await kept()]).toEqual([endpoint.name, at, before])
    }
  }

  const category = await call(createCategory, { name: 'Tea', color: '#112233' })
  await call(updateCategory, { id: category.id, version: category.version, name: 'Teas', color: '#112233' })
  const supplier = await call(createSupplier, { name: 'Exotic Liquids' })
  const attic = await call(createLocation, { name: 'Attic' })
  await call(setDefaultLocation, { id: attic.id })
  await me.call(setDefaultLocation, { id: main })
  await call(saveSettings, { version: 1, company_name: 'Ours', time_zone: 'Europe/Paris', low_stock_alerts: false })

  const chai = await call(createProduct, {
    id: newId(),
    name: 'Chai',
    sku: 'C-1',
    price: 18,
    category_id: category.id,
    stock_quantity: 20,
    additional_locations: [{ location_id: shop, quantity: 5 }],
  })
  const chang = await product(9)
  await call(updateProduct, {
    id: chang.id,
    version: chang.version,
    name: 'Chang',
    sku: 'C-2',
    price: 19,
    min_stock_level: 3,
    stock_quantity: { from: 9, to: 12 },
  })
  await call(setLocationStock, {
    product_id: chang.id,
    location_id: shop,
    quantities: [{ from: 0, to: 6 }],
    min_stock_level: 2,
  })
  const entered = await call(createTransaction, {
    product_id: chai.id,
    type: 'in',
    quantity: 3,
    reason_code: 'other',
    notes: 'found',
    lot_number: 'L-1',
    location_id: main,
  })
  await call(reversePosting, { posting_id: entered.posting_id })
  const draft = await call(createTransactionDraft, {
    product_id: chai.id,
    type: 'out',
    quantity: 1,
    reason_code: 'damaged',
    notes: 'broken',
  })
  await call(completeTransactionDraft, { draft_id: draft.draft_id })

  const move = { product_id: chai.id, from_location_id: main, to_location_id: shop, quantity: 2 }
  const sent = await call(createTransfer, { ...move, status: 'pending' })
  await call(completeTransfer, { transfer_id: sent.id })
  await call(reverseTransfer, { transfer_id: sent.id })
  const back = await me.call(createTransfer, { ...move, status: 'pending' })
  await call(cancelTransfer, { transfer_id: back.id })

  let purchase = await call(createPurchaseOrder, {
    supplier_id: supplier.id,
    lines: [
      { product_id: chai.id, quantity: 4, unit_price: 2 },
      { product_id: chang.id, quantity: 5, unit_price: 3 },
    ],
  })
  purchase = await call(payPurchaseOrder, { id: purchase.id, version: purchase.version })
  purchase = await call(reopenPurchaseOrder, { id: purchase.id, version: purchase.version })
  purchase = await call(submitPurchaseOrder, { id: purchase.id, version: purchase.version })
  const asSaved = savedAs(purchase)
  purchase = await call(updatePurchaseOrder, {
    ...asSaved,
    lines: [
      ...asSaved.lines.map((line) => ({ ...line, quantity: line.quantity + 1 })),
      { product_id: chai.id, quantity: 2 },
    ],
  })
  const [first, second] = purchase.lines
  const received = await call(createReceipt, {
    purchase_order_id: purchase.id,
    lines: [
      { purchase_order_item_id: first?.id ?? '', quantity: 2, location_id: main, lot_number: 'L-2' },
      { purchase_order_item_id: second?.id ?? '', quantity: 1, location_id: shop, condition: 'damaged' },
    ],
  })
  await call(reverseReceipt, { id: received.receipt.id })
  const { version } = await me.call(readPurchaseOrder, { id: purchase.id })
  await call(cancelPurchaseOrder, { id: purchase.id, version })

  const readSale = (id: string): Promise<SalesOrder> => me.call(readSalesOrder, { id })
  const order = await call(createSalesOrder, {
    customer_name: 'Lazy K',
    lines: [
      { product_id: chai.id, quantity: 30, unit_price: 2 },
      { product_id: chang.id, quantity: 2, unit_price: 2 },
    ],
  })
  const sale = savedSale(order)
  await call(updateSalesOrder, {
    ...sale,
    location_id: main,
    lines: [
      { ...(sale.lines[0] ?? { product_id: '', unit_price: 0 }), quantity: 8 },
      { product_id: chang.id, quantity: 3, unit_price: 1 },
    ],
  })
  await call(addPayment, { sales_order_id: order.id, amount: 5, payment_method: 'cash' })
  const [item] = (await readSale(order.id)).lines
  const parcel = (quantity: number) => ({
    ...travel,
    sales_order_id: order.id,
    lines: [{ sales_order_item_id: item?.id ?? '', quantity }],
  })
  const shipment = await call(createShipment, parcel(3))
  await call(updateShipment, { ...travel, shipment_id: shipment.id, version: shipment.version, tracking_number: '1Z' })
  await call(changeShipmentStatus, { shipment_id: shipment.id, status: 'in_transit' })
  await call(changeShipmentStatus, { shipment_id: shipment.id, status: 'delivered' })
  const lost = await me.call(createShipment, parcel(1))
  await me.call(changeShipmentStatus, { shipment_id: lost.id, status: 'in_transit' })
  await call(changeShipmentStatus, { shipment_id: lost.id, status: 'failed', account: 'held' })
  const returned = await call(createSalesReturn, {
    sales_order_id: order.id,
    lines: [{ sales_order_item_id: item?.id ?? '', quantity: 2, location_id: main }],
  })
  await call(reverseSalesReturn, { return_id: returned.return.id })
  for (const status of ['delivered', 'processing', 'cancelled'] as const)
    await call(changeSalesOrderStatus, {
      id: order.id,
      version: (await readSale(order.id)).version,
      status,
      take_back: true,
    })

  const rows = {
    categories: [],
    products: [
      { sku: 'C-1', name: 'Chai tea', price: 18 },
      { sku: 'N-1', name: 'New', price: 1, stock_quantity: 4, category_name: 'Newer', location: 'Cellar' },
    ],
    transactions: [{ product_id: 'C-1', type: 'in', quantity: 2 }],
  }
  const imported = await call(createImport, rows)
  if (!('id' in imported)) throw new Error('nothing was imported')
  await call(undoImport, { id: imported.id })
  await call(createImport, { ...rows, products: rows.products.slice(1), transactions: [] })

  const spare = await product(0)
  await me.call(createTransaction, { product_id: spare.id, type: 'adjustment', quantity: 1 })
  await me.call(createTransaction, { product_id: spare.id, type: 'adjustment', quantity: -1 })
  await call(deleteProduct, { id: spare.id })
  await call(restoreProduct, { id: spare.id })
  const cellar = await me.call(createLocation, { name: 'Shed' })
  await call(updateLocation, { id: cellar.id, version: cellar.version, name: 'Hut', is_active: false })
  await call(deleteLocation, { id: cellar.id })
  const unused = await me.call(createCategory, { name: 'Unused', color: '#112233' })
  await call(deleteCategory, { id: unused.id })

  await app.app.outbox.drain()
  await expectSound(app)
  expect(Object.values(failures).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(300)
})

test('if any statement of a read fails, its caller gets an error and no one else is affected', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(5)
  const order = await me.call(createSalesOrder, {
    customer_name: 'Lazy K',
    lines: [{ product_id, quantity: 2, unit_price: 2 }],
  })
  const known: Record<string, string> = { product_id, location_id: main, customer_id: order.customer_id }
  const idOf = (path: string) => (field: string) =>
    known[field] ?? (path.startsWith('/products') ? product_id : path.startsWith('/sales-orders') ? order.id : newId())
  const reads = allEndpoints.filter(({ kind }) => kind === 'query')
  const codes: Record<string, string[]> = {}
  for (const endpoint of reads) {
    const { path, init } = requestOf(endpoint, validInput(endpoint, idOf(endpoint.path)))
    const { status } = await me.send(path, init)
    for (let at = 1; ; at++) {
      Object.assign(fault, { at, sent: 0 })
      const answer = await me.send(path, init)
      const failed = fault.sent >= at
      fault.at = 0
      if (!failed) break
      // A 404 can be the result before another statement of the same endpoint fails.
      const outcome = answer.status === 404 && status === 404 ? 'not there' : String(answer.status)
      ;(codes[endpoint.name] ??= []).push(outcome)
    }
  }
  const outcomes = Object.values(codes).flat()
  expect([...new Set(outcomes)].filter((one) => one !== '500' && one !== 'not there')).toEqual([])
  expect(outcomes.filter((one) => one === '500').length).toBeGreaterThan(120)
})

test('a second shipment under an existing id is refused, and the server keeps running', async () => {
  const { me, product } = await stocked(app)
  const { id: product_id } = await product(5)
  const order = await me.call(createSalesOrder, {
    customer_name: 'Lazy K',
    lines: [{ product_id, quantity: 5, unit_price: 2 }],
  })
  const parcel = {
    ...travel,
    id: newId(),
    sales_order_id: order.id,
    lines: [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity: 1 }],
  }
  await me.call(createShipment, parcel, { idempotencyKey: 'first' })
  expect((await me.refused(createShipment, parcel, { idempotencyKey: 'second' })).code).toBe('already_exists')
  expect((await me.call(readSalesOrder, { id: order.id })).shipments).toHaveLength(1)
})
