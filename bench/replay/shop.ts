import type { ProductListItem } from '../../contract/products.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import type { Carrier, Shipment } from '../../contract/shipments.ts'
import type { Person } from '../kit/person.ts'
import { costOf, dollars, dollarsEach } from './amounts.ts'
import type { Need } from './needs.ts'
import type { Northwind, NorthwindOrder } from './northwind.ts'

const carriers: Record<string, Carrier> = {
  'Speedy Express': 'dhl',
  'United Package': 'ups',
  'Federal Shipping': 'fedex',
}

/** An organization with Northwind's suppliers, products without stock, and a warehouse; and its daily operations. */
export async function openShop(person: Person, { suppliers, products }: Northwind) {
  let calls = 0
  const post = <T>(path: string, body: object): Promise<T> => {
    calls++
    return person.send<T>('POST', path, body)
  }
  const warehouse = await post<{ id: string }>('/locations', { name: 'Northwind warehouse', is_default: true })
  const supplierIds = new Map<string, string>()
  for (const supplier of suppliers)
    supplierIds.set(supplier.name, (await post<{ id: string }>('/suppliers', supplier)).id)
  const productIds = new Map<string, string>()
  for (const { sku, name, description, supplier_name, price_cents, min_stock_level } of products) {
    const product = await post<ProductListItem>('/products', {
      sku,
      name,
      description,
      supplier_id: known(supplierIds, supplier_name),
      price: dollars(price_cents),
      cost_price: dollarsEach(costOf(price_cents)),
      min_stock_level,
    })
    productIds.set(sku, product.id)
  }

  return {
    calls: () => calls,

    /** Orders from a supplier, pays, and receives everything. */
    async buy({ supplier_name, lines }: Need): Promise<void> {
      const draft = await post<PurchaseOrder>('/purchase-orders', {
        supplier_id: known(supplierIds, supplier_name),
        lines: lines.map(({ sku, quantity, price_cents }) => ({
          product_id: known(productIds, sku),
          quantity,
          unit_price: dollarsEach(costOf(price_cents)),
        })),
      })
      const { id, version } = draft
      const ordered = await post<PurchaseOrder>(`/purchase-orders/${id}/payments`, { version })
      await post(`/purchase-orders/${id}/receipts`, {
        lines: ordered.lines.map((line) => ({
          purchase_order_item_id: line.id,
          quantity: line.quantity,
          location_id: warehouse.id,
        })),
      })
    },

    sell: ({ customer_name, customer_phone, number, lines }: NorthwindOrder) =>
      post<SalesOrder>('/sales-orders', {
        customer_name,
        customer_phone,
        notes: `Northwind ${number}`,
        lines: lines.map(({ sku, quantity, price_cents }) => ({
          product_id: known(productIds, sku),
          quantity,
          unit_price: dollars(price_cents),
        })),
      }),

    /** Records the payment and ships everything in one shipment. */
    async ship({ ship_to, shipper, freight }: NorthwindOrder, sold: SalesOrder | undefined): Promise<void> {
      if (!sold) throw new Error('only what was sold is shipped')
      await post(`/sales-orders/${sold.id}/payments`, { amount: sold.total_amount, payment_method: 'bank_transfer' })
      const shipment = await post<Shipment>(`/sales-orders/${sold.id}/shipments`, {
        shipping_method: 'ground',
        carrier: carriers[shipper],
        shipping_address: ship_to,
        shipping_cost: freight,
        lines: sold.lines.map((line) => ({ sales_order_item_id: line.id, quantity: line.quantity })),
      })
      await post(`/shipments/${shipment.id}/status-changes`, { status: 'in_transit' })
    },
  }
}

function known(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the files name ${name} without saying what it is`)
  return id
}
