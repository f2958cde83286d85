import type { AuditChange, AuditEntry } from '../../contract/audit-trail.ts'
import { formatMoney } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'

/** Whom a row is by: their name then, what they are called now that it is erased, or the server itself. */
export function authorText({ username, user_email, user_id, user_is_erased }: AuditEntry): string {
  if (user_is_erased) return 'Deleted account'
  return username ?? user_email ?? (user_id === null ? 'Onhand' : 'Unknown user')
}

const fields: Readonly<Record<string, string>> = {
  sku: 'SKU',
  in_transit: 'In transit',
  held: 'On hold',
  min_stock_level: 'Minimum stock',
  email: 'E-mail',
  image: 'Picture',
  tax_id: 'Tax ID',
  is_default: 'Default',
  is_active: 'Active',
  archived_at: 'Archived',
  hidden_at: 'Deleted',
  location_ids: 'Limited to locations',
  quantity_decimals: 'Decimals of quantities',
}

/** A field in words: "cost_price" reads "Cost price", "category_id" reads "Category". */
export function fieldText({ field, of }: AuditChange): string {
  const words = fields[field] ?? field.replace(/_ids?$/, '').replaceAll('_', ' ')
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  return of === null ? name : `${name} at ${of}`
}

const money = /(^|_)(price|amount|subtotal|total|tax|shipping_cost|discount)$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** A value in words; a dash where there was none. An id that names nothing any more says so. */
export function valueText(field: string, value: AuditChange['before']): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return money.test(field) ? formatMoney(value) : formatQuantity(value)
  if (id.test(value)) return 'a record that no longer exists'
  if (moment.test(value) && !Number.isNaN(Date.parse(value)))
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value))
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}

const pages: Readonly<Record<string, (id: string) => string>> = {
  products: (record) => `/products/${record}`,
  stock: (record) => `/products/${record}`,
  price_updates: (record) => `/products/${record}`,
  location_transfers: (record) => `/products/${record}`,
  categories: (record) => `/categories/${record}`,
  suppliers: (record) => `/suppliers/${record}`,
  locations: () => '/locations',
  purchase_orders: (record) => `/purchase-orders/${record}`,
  purchase_order_items: (record) => `/purchase-orders/${record}`,
  purchase_order_payments: (record) => `/purchase-orders/${record}`,
  receipts: (record) => `/purchase-orders/${record}`,
  sales_orders: (record) => `/sales-orders/${record}`,
  sales_order_items: (record) => `/sales-orders/${record}`,
  payments: (record) => `/sales-orders/${record}`,
  shipments: (record) => `/sales-orders/${record}`,
  sales_returns: (record) => `/sales-orders/${record}`,
}

/**
 * Where the record of a row is shown; null where nothing is left to show. A posting of several products leads to its
 * own page.
 */
export function pageOf({ id: key, table_name, action, subject_id, item_name }: AuditEntry): string | null {
  const isDeleted = action === 'deleted' && !/_items$|payments$/.test(table_name)
  if (table_name === 'stock' && (item_name ?? '').endsWith(' products')) return `/postings/${key.replace('stock:', '')}`
  return subject_id === null || isDeleted ? null : (pages[table_name]?.(subject_id) ?? null)
}
