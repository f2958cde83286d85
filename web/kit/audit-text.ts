import { fieldName, fieldNoun, stockMoved } from '../../contract/audit-kinds.ts'
import type { AuditChange, AuditEntry } from '../../contract/audit-trail.ts'
import { formatCost, formatMoney } from '../ui/money.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { carrierLabels, shippingMethodLabels } from '../../contract/shipments.ts'
import { dayText } from '../ui/day-text.ts'
import { absoluteTime, hourText } from '../ui/time-text.ts'
import { stockText } from './stock-text.ts'

/**
 * The author of a row: the name they had then, "Deleted account" once it is erased, or Onhand for the server itself.
 */
export function authorText({ username, user_email, user_id, user_is_erased }: AuditEntry): string {
  if (user_is_erased) return 'Deleted account'
  return username ?? user_email ?? (user_id === null ? 'Onhand' : 'Unknown user')
}

/** A field's name and owner: "Cost price", "Available at Main Warehouse", "Chai at Main Warehouse, available". */
export function fieldText({ field, of }: AuditChange): string {
  const name = fieldName(field)
  if (of === null) return name
  return of.includes(' at ') ? `${of}, ${fieldNoun(field)}` : `${name} at ${of}`
}

/** Amounts per unit, which can have four decimals. */
const cost = /(^|_)(cost_price|unit_price)$/
const money = /(^|_)(price|amount|subtotal|total|tax|shipping_cost|discount)$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const day = /^\d{4}-\d\d-\d\d$/
const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Fields whose values are code words. */
const coded = /(^|_)(status|method|reason|role|type|action|format|term|terms)$/
const codes: Readonly<Record<string, string>> = {
  ...carrierLabels,
  ...shippingMethodLabels,
  'purchase_orders partial': 'Partially Received',
  'transaction_drafts in': 'Stock In',
  'transaction_drafts out': 'Stock Out',
}

/** A value as screens show it; a dash if empty. The id of a deleted record is described as such. */
export function valueText(field: string, value: AuditChange['before'], table = ''): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field === 'digest_hour' && typeof value === 'number') return hourText(value)
  if (typeof value === 'number')
    return cost.test(field) ? formatCost(value) : money.test(field) ? formatMoney(value) : formatQuantity(value)
  if (id.test(value)) return 'a record that no longer exists'
  if (day.test(value)) return dayText(value)
  if (moment.test(value) && !Number.isNaN(Date.parse(value))) return absoluteTime(value)
  if (field === 'reason_code') return reasonLabel(value) ?? value
  if (field === 'status' || field === 'carrier' || coded.test(field)) return codeText(value, field, table)
  return value
}

/** "in_transit" reads "In Transit", as badges do. */
function codeText(value: string, field: string, table: string): string {
  const known = (field === 'status' || field === 'type' ? codes[`${table} ${value}`] : undefined) ?? codes[value]
  if (known) return known
  if (!/^[a-z]+(_[a-z]+)*$/.test(value)) return value
  return value.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** A row's summary as screens show it: for stock that was neither added nor removed, what happened to it. */
export function summaryOf({ summary, stock }: AuditEntry): string {
  if (stock !== null && summary === stockMoved) return stockText(stock)
  return summary.replace(/^Stock -/, 'Stock −')
}

const pages: Readonly<Record<string, (subject: string, record: string) => string>> = {
  products: (subject) => recordAddress('product', subject),
  stock: (subject) => recordAddress('product', subject),
  lots: (subject) => recordAddress('product', subject),
  stock_rules: (subject) => recordAddress('product', subject),
  price_updates: (subject) => recordAddress('product', subject),
  location_transfers: (_subject, record) => recordAddress('transfer', record),
  transaction_drafts: (subject) => recordAddress('product', subject),
  categories: (subject) => recordAddress('category', subject),
  suppliers: (subject) => recordAddress('supplier', subject),
  customers: (subject) => recordAddress('customer', subject),
  locations: (subject) => recordAddress('location', subject),
  purchase_orders: (subject) => recordAddress('purchase_order', subject),
  purchase_order_items: (subject) => recordAddress('purchase_order', subject),
  purchase_order_payments: (subject) => recordAddress('purchase_order', subject),
  supplier_responses: (subject) => recordAddress('purchase_order', subject),
  supplier_response_items: (subject) => recordAddress('purchase_order', subject),
  receipts: (_subject, record) => recordAddress('receipt', record),
  sales_orders: (subject) => recordAddress('sales_order', subject),
  sales_order_items: (subject) => recordAddress('sales_order', subject),
  payments: (subject) => recordAddress('sales_order', subject),
  sales_order_questions: (subject) => recordAddress('sales_order', subject),
  shipments: (_subject, record) => recordAddress('shipment', record),
  sales_returns: (_subject, record) => recordAddress('return', record),
  members: () => recordAddress('members', null),
  invitations: () => recordAddress('members', null),
  webhook_endpoints: () => recordAddress('webhooks', null),
  organization_settings: () => recordAddress('settings', null),
  organizations: () => recordAddress('settings', null),
}

/** Records that are deleted while their page stays: the order, the list of members. */
const partsOfOthers =
  /_items$|payments$|^(members|invitations|webhook_endpoints|supplier_responses|sales_order_questions|comments|transaction_drafts)$/

/** Where a row's record is shown; null if it no longer is. A posting of several products has its own page. */
export function pageOf(entry: AuditEntry): string | null {
  const { table_name, action, subject_id, record_id, commented, stock } = entry
  if (stock !== null && new Set(stock.moves.map(({ product }) => product)).size !== 1)
    return recordAddress('posting', record_id)
  if (action === 'deleted' && !partsOfOthers.test(table_name)) return null
  if (subject_id === null) return null
  if (commented !== null) return recordAddress(commented === 'transaction' ? 'posting' : commented, subject_id)
  return pages[table_name]?.(subject_id, record_id) ?? null
}
