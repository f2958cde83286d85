import { readDashboard, readRecentActivity } from '../contract/dashboard.ts'
import type { Endpoint, InputOf } from '../contract/endpoint.ts'
import { listLocations } from '../contract/locations.ts'
import { readMe } from '../contract/me.ts'
import { listNotifications } from '../contract/notifications.ts'
import { listProducts, readProduct, readProductSummary } from '../contract/products.ts'
import { listPurchaseOrders, readPurchaseOrder } from '../contract/purchase-orders.ts'
import { readInventoryReport, readInventorySummary } from '../contract/inventory-report.ts'
import { listSalesOrders, readSalesOrder } from '../contract/sales-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { readStockHistory } from '../contract/stock-history.ts'
import { wireRequest } from './kit/request.ts'

/** Stands for a record's id in the address of a screen and in those of its reads. */
const id = '*'

const read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => wireRequest(endpoint, input).url

const product = [
  read(readProduct, { id }),
  read(readProductStock, { product_id: id }),
  read(readStockHistory, { product_id: id }),
]
const products = [read(readProductSummary, {}), read(listProducts, { sort: 'relevance' })]

/**
 * The reads that fill a screen's window, by its address with `*` for a record's id: index.html sends them
 * (web/kit/first-reads.ts). `everywhere` are those of the frame. A list is only read ahead without filters.
 */
export const screenReads: Readonly<Record<string, readonly string[]>> = {
  everywhere: [read(readMe, {}), read(listNotifications, { limit: 7 })],
  '/': [read(readDashboard, {}), read(readRecentActivity, {})],
  '/products': products,
  '/products?view=table': products,
  '/products/*': product,
  '/sales-orders': [read(listSalesOrders, { sort: '-order_date' })],
  '/sales-orders/*': [read(readSalesOrder, { id })],
  '/purchase-orders': [read(listPurchaseOrders, { sort: '-created_at' })],
  '/purchase-orders/*': [read(readPurchaseOrder, { id })],
  '/receiving?order=*': [read(readPurchaseOrder, { id }), read(listLocations, { active: 'true', limit: 1 })],
  '/reports': [read(readInventorySummary, {}), read(readInventoryReport, { limit: 100 })],
}
