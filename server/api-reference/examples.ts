import { createApiKey } from '../../contract/api-keys.ts'
import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createWebhook } from '../../contract/webhooks.ts'

const idOf = (number: number) => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`

const [shop, supplier_id, product_id, warehouse] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const [sales_order_id, shipment_id, purchase_order_id] = [5, 6, 7].map(idOf) as [string, string, string]

/** Stand for the lines of the orders: the server chooses their ids. */
export const exampleLines = { sales: idOf(98), purchase: idOf(99) }

/** An endpoint, and an input of it. */
export type Example = Readonly<{ endpoint: Endpoint; input: Readonly<Record<string, unknown>> }>

const example = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Example => ({
  endpoint,
  input: input as Record<string, unknown>,
})

/** What a shop does, in an order in which each request succeeds, as a test checks. */
export const exampleStory: readonly Example[] = [
  example(createApiKey, { name: 'Web shop', permissions: ['catalogue.read', 'stock.read', 'orders.write'] }),
  example(createWebhook, {
    id: idOf(20),
    name: 'Web shop',
    url: 'https://shop.example/hooks/onhand',
    nouns: ['stock'],
  }),
  example(createLocation, { id: shop, name: 'Shop' }),
  example(createLocation, { id: warehouse, name: 'Warehouse' }),
  example(createSupplier, { id: supplier_id, name: 'Ceramics Ltd', email: 'orders@ceramics.example' }),
  example(createProduct, { id: product_id, name: 'Coffee mug, blue', sku: 'MUG-BLUE', price: 14.9, location: 'Shop' }),
  example(updateProduct, {
    id: product_id,
    version: 1,
    name: 'Coffee mug, blue',
    sku: 'MUG-BLUE',
    price: 15.9,
    location: 'Shop',
  }),
  example(createTransaction, {
    id: idOf(10),
    product_id,
    location_id: shop,
    type: 'in',
    reason_code: 'inventory_adjustment_plus',
    quantity: 40,
    notes: 'First delivery',
  }),
  example(createTransfer, {
    id: idOf(11),
    product_id,
    from_location_id: shop,
    to_location_id: warehouse,
    quantity: 10,
  }),
  example(createSalesOrder, {
    id: sales_order_id,
    customer_name: 'Ada Lovelace',
    customer_email: 'ada@example.com',
    lines: [{ product_id, quantity: 2, unit_price: 15.9 }],
  }),
  example(addPayment, { id: idOf(12), sales_order_id, amount: 31.8, payment_method: 'credit_card' }),
  example(createShipment, {
    id: shipment_id,
    sales_order_id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: '12 St James’s Square, London',
    lines: [{ sales_order_item_id: exampleLines.sales, quantity: 2 }],
  }),
  example(changeShipmentStatus, { shipment_id, status: 'in_transit' }),
  example(createSalesReturn, {
    id: idOf(13),
    sales_order_id,
    lines: [{ sales_order_item_id: exampleLines.sales, quantity: 1, location_id: shop }],
  }),
  example(createPurchaseOrder, {
    id: purchase_order_id,
    supplier_id,
    lines: [{ product_id, quantity: 50, unit_price: 6.25 }],
  }),
  example(payPurchaseOrder, { id: purchase_order_id, version: 2 }),
  example(createReceipt, {
    id: idOf(14),
    purchase_order_id,
    lines: [{ purchase_order_item_id: exampleLines.purchase, quantity: 50, location_id: shop }],
  }),
]

/** The example of an operation, by its name: the last one. */
export const examples: ReadonlyMap<string, Example['input']> = new Map(
  exampleStory.map(({ endpoint, input }) => [endpoint.name, input]),
)
