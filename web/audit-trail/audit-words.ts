import type { AuditAction, AuditType } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import { formatQuantity } from '../../contract/quantity.ts'

export const actionLabels: Record<AuditAction, string> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  exported: 'Exported',
  shared: 'Shared',
}

export const typeLabels: Record<AuditType, string> = {
  products: 'Products',
  categories: 'Categories',
  suppliers: 'Suppliers',
  customers: 'Customers',
  locations: 'Locations',
  stock_changes: 'Stock Changes',
  transfers: 'Transfers',
  purchase_orders: 'Purchase Orders',
  receipts: 'Receipts',
  sales_orders: 'Sales Orders',
  shipments: 'Shipments',
  returns: 'Returns',
  price_updates: 'Price Updates',
  settings: 'Settings',
  members: 'Members',
  api_keys: 'API Keys',
  comments: 'Comments',
  exports: 'Exports',
}

/** How many rows match, and whether there are more than the counted ones. */
export type AuditCount = Readonly<{ count: number; is_more: boolean }>

/** "Showing 21 to 40 of 56 results"; beyond the counted ones, "of over 10,000 results". */
export function countText(page: number, rows: number, { count, is_more }: AuditCount): string {
  const first = (page - 1) * limits.auditPageSize + 1
  const all = is_more ? `over ${formatQuantity(count)}` : formatQuantity(Math.max(count, first + rows - 1))
  return `Showing ${formatQuantity(first)} to ${formatQuantity(first + rows - 1)} of ${all} results`
}

/** "Page 2 of 3"; beyond the counted ones only the page number. */
export function pagesText(page: number, { count, is_more }: AuditCount): string {
  if (is_more) return `Page ${formatQuantity(page)}`
  return `Page ${formatQuantity(page)} of ${formatQuantity(Math.max(page, Math.ceil(count / limits.auditPageSize)))}`
}
