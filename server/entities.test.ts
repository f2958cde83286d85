import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, listCategories, readCategory } from '../contract/categories.ts'
import { listLocations, readLocation } from '../contract/locations.ts'
import { createProduct, listProducts, readProduct } from '../contract/products.ts'
import { listShipments } from '../contract/shipments.ts'
import { readProductStock, setLocationStock } from '../contract/stock.ts'
import { createSupplier, listSuppliers, readSupplier } from '../contract/suppliers.ts'
import { createTransactionDraft } from '../contract/transaction-drafts.ts'
import { createTransaction, listTransactions } from '../contract/transactions.ts'
import { createTransfer, listTransfers } from '../contract/location-transfers.ts'
import { sharedApp } from './testing/app.ts'
import { receiptInput } from './testing/ordering.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createReceipt } from '../contract/receiving.ts'
import { selling, type Selling } from './testing/selling.ts'

// The fields that the requirements give each entity, in the API's responses.

const app = await sharedApp()
let s: Selling
let supplier_id: string

beforeAll(async () => {
  s = await selling(app)
  const supplier = await s.me.call(createSupplier, { name: 'Exotic Liquids', payment_terms: 'Net 30' })
  supplier_id = supplier.id
})

describe('every entity has the fields of the requirements', () => {
  test('a product, alone and in a list', async () => {
    const category = await s.me.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
    const chang = await s.me.call(createProduct, {
      name: 'Chang',
      sku: 'NW-002',
      description: '24 bottles',
      category_id: category.id,
      price: 19,
      cost_price: 15.2,
      stock_quantity: 17,
      min_stock_level: 25,
      image: 'https://example.com/chang.png',
      location: 'Main Warehouse',
      purchase_url: 'https://example.com/chang',
    })
    const fields = {
      id: chang.id,
      user_id: s.me.user_id,
      name: 'Chang',
      sku: 'NW-002',
      description: '24 bottles',
      category_id: category.id,
      price: 19,
      cost_price: 15.2,
      stock_quantity: 17,
      min_stock_level: 25,
      image: 'https://example.com/chang.png',
      location: 'Main Warehouse',
      purchase_url: 'https://example.com/chang',
    }
    const listed = async () => (await s.me.call(listProducts, { sku: 'NW-002' })).items
    for (const answer of [chang, await s.me.call(readProduct, { id: chang.id }), ...(await listed())])
      expect(answer).toMatchObject({ ...fields, stock: { on_hand: 17, minimum: 25 } })
    await s.me.call(createTransaction, { product_id: chang.id, type: 'out', quantity: 2, reason_code: 'damaged' })
    expect(await listed()).toMatchObject([{ stock_quantity: 15, stock: { on_hand: 15 } }])
    const plain = await s.me.call(createProduct, { name: 'Plain', sku: 'P', price: 1, category_id: null })
    expect(plain).toMatchObject({ category_id: null, stock_quantity: 0, min_stock_level: 0 })
  })

  test('a category, a supplier and a location, alone and in a list', async () => {
    const { user_id } = s.me
    const category = await s.me.call(createCategory, { name: 'Tools', description: 'By hand', color: '#10B981' })
    const categoryFields = { id: category.id, user_id, name: 'Tools', description: 'By hand', color: '#10B981' }
    const categories = (await s.me.call(listCategories, { search: 'tools' })).items
    for (const answer of [category, await s.me.call(readCategory, { id: category.id }), ...categories])
      expect(answer).toMatchObject(categoryFields)

    const supplierFields = {
      id: supplier_id,
      user_id,
      name: 'Exotic Liquids',
      email: null,
      phone: null,
      address: null,
      contact_person: null,
      tax_id: null,
      payment_terms: 'Net 30',
      notes: null,
      status: 'active',
    }
    const suppliers = (await s.me.call(listSuppliers, {})).items
    for (const answer of [await s.me.call(readSupplier, { id: supplier_id }), ...suppliers])
      expect(answer).toMatchObject(supplierFields)

    const locationFields = {
      id: s.main,
      user_id,
      name: 'Main Warehouse',
      description: null,
      address: null,
      contact_person: null,
      phone: null,
      email: null,
      is_default: true,
      is_active: true,
    }
    const [first] = (await s.me.call(listLocations, {})).items
    for (const answer of [first, await s.me.call(readLocation, { id: s.main })])
      expect(answer).toMatchObject(locationFields)
  })

  test('a product at a location: a stable id, its quantity and levels, and the location', async () => {
    const { id: product_id } = await s.product(10)
    const read = async () => (await s.me.call(readProductStock, { product_id })).locations
    const [before] = await read()
    const { location: after } = await s.me.call(setLocationStock, {
      product_id,
      location_id: s.main,
      quantities: [{ from: 10, to: 7 }],
      min_stock_level: 8,
      max_stock_level: 20,
    })
    expect(after).toMatchObject({
      id: before?.id,
      product_id,
      location_id: s.main,
      quantity: 7,
      min_stock_level: 8,
      max_stock_level: 20,
      location: { id: s.main, name: 'Main Warehouse', is_default: true, is_active: true },
    })
    expect(before).toMatchObject({ quantity: 10, min_stock_level: 0, max_stock_level: null })
    await s.me.call(setLocationStock, { product_id, location_id: s.shop, min_stock_level: 1 })
    const other = await s.product(1)
    const [elsewhere] = (await s.me.call(readProductStock, { product_id: other.id })).locations
    expect(new Set([...(await read()), elsewhere].map((one) => one?.id)).size).toBe(3)
  })

  test('a transaction, with a sign for adjustments', async () => {
    const { id: product_id } = await s.product(10)
    const adjustment = { product_id, type: 'adjustment' as const, quantity: -3 }
    await s.me.call(createTransaction, { ...adjustment, notes: 'counted' })
    await s.me.call(createTransactionDraft, { ...adjustment, quantity: 4 })
    const user_reference = s.me.email.split('@')[0]
    const fields = { user_id: s.me.user_id, product_id, type: 'adjustment', currency: 'USD', user_reference }
    const { items } = await s.me.call(listTransactions, { product_id, type: 'adjustment' })
    expect(items).toMatchObject([
      { ...fields, quantity: 4, status: 'pending' },
      {
        ...fields,
        id: expect.any(String),
        quantity: -3,
        notes: 'counted',
        status: 'completed',
        date: expect.any(String),
        metadata: {
          location_id: s.main,
          location_name: 'Main Warehouse',
          reason_code: null,
          username: user_reference,
          timestamp: expect.any(String),
          purchase_order_id: null,
          purchase_order_number: null,
          supplier_name: null,
          condition: null,
          lot_number: null,
        },
      },
    ])
  })

  test('a transaction of a receipt, with the note of its line', async () => {
    const { id: product_id } = await s.product(0)
    const lines = [{ product_id, quantity: 5, unit_price: 2 }]
    const draft = await s.me.call(createPurchaseOrder, { supplier_id, lines })
    const order = await s.me.call(payPurchaseOrder, { id: draft.id, version: draft.version })
    await s.me.call(createReceipt, {
      ...receiptInput(order, s.main, [{ quantity: 2, lot_number: 'L-1', notes: 'Box was wet' }, 1]),
      notes: 'Came late',
    })
    const { items } = await s.me.call(listTransactions, { product_id, type: 'in' })
    const metadata = {
      location_id: s.main,
      purchase_order_id: order.id,
      purchase_order_number: order.order_number,
      supplier_name: 'Exotic Liquids',
      condition: 'good',
      images: [],
    }
    expect(items).toMatchObject([
      { type: 'in', quantity: 1, notes: 'Came late', metadata: { ...metadata, receiving_notes: null } },
      { quantity: 2, metadata: { ...metadata, lot_number: 'L-1', receiving_notes: 'Box was wet' } },
    ])
  })

  test('a transfer', async () => {
    const { id: product_id } = await s.product(5)
    const move = { product_id, from_location_id: s.main, to_location_id: s.shop, quantity: 2, notes: 'Empty shelf' }
    await s.me.call(createTransfer, { ...move, reason: 'demand' })
    expect((await s.me.call(listTransfers, { product_id })).items).toMatchObject([
      { ...move, id: expect.any(String), reason: 'demand', status: 'completed', created_at: expect.any(String) },
    ])
  })

  test('a shipment, alone and in a list', async () => {
    const { id: product_id } = await s.product(5)
    const order = await s.order([[product_id, 2]])
    const shipment = await s.plan(order, 2)
    const { id, user_id, sales_order_id, shipping_method, carrier } = shipment
    expect(shipment).toMatchObject({
      user_id: s.me.user_id,
      sales_order_id: order.id,
      shipping_address: expect.any(String),
      shipping_method: 'ground',
      carrier: 'ups',
      tracking_number: null,
      estimated_delivery: null,
      shipping_cost: null,
      notes: null,
      status: 'pending',
      created_at: expect.any(String),
      order_number: order.order_number,
      customer_name: order.customer_name,
    })
    expect((await s.me.call(listShipments, { sales_order_id })).items).toMatchObject([
      { id, user_id, sales_order_id, shipping_method, carrier, status: 'pending' },
    ])
  })
})
