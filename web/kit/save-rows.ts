import { noVisibleChange } from '../../contract/audit-kinds.ts'
import type { AuditChange, AuditEntry } from '../../contract/audit-trail.ts'
import { summaryOf } from './audit-text.ts'

/**
 * What a row is within a save. `comment`: what a person wrote (a comment, a customer's question, a supplier's answer),
 * which its title shows in full.
 */
export type SaveRole = 'stock' | 'document' | 'payment' | 'order' | 'line' | 'proposal' | 'draft' | 'comment' | 'record'

const roles: Readonly<Record<string, SaveRole>> = {
  stock: 'stock',
  receipts: 'document',
  shipments: 'document',
  sales_returns: 'document',
  location_transfers: 'document',
  payments: 'payment',
  purchase_order_payments: 'payment',
  sales_orders: 'order',
  purchase_orders: 'order',
  sales_order_items: 'line',
  purchase_order_items: 'line',
  supplier_response_items: 'proposal',
  transaction_drafts: 'draft',
  comments: 'comment',
  sales_order_questions: 'comment',
  supplier_responses: 'comment',
}

export function roleOf({ table_name }: AuditEntry): SaveRole {
  return roles[table_name] ?? 'record'
}

/** The order of a save's parts: the created record first, then documents, statuses, values, lines, stock, sums. */
export function rankOf(entry: AuditEntry): number {
  switch (roleOf(entry)) {
    case 'document':
      return 1
    case 'payment':
      return 2
    case 'line':
      return 6
    case 'stock':
      return 7
    default:
      if (entry.action !== 'updated') return 0
      if (changesOnlySums(entry, entry.changes)) return 8
      return entry.changes.some(({ field }) => field === 'status') ? 3 : 4
  }
}

/** Values of an order derived from lines and payments. */
const sums = ['total_amount', 'over_delivered_amount', 'paid_amount', 'payment_status']

/** Whether these changes of a row are only the sums of an order. */
export function changesOnlySums(entry: AuditEntry, changes: readonly AuditChange[]): boolean {
  return roleOf(entry) === 'order' && changes.every(({ field }) => sums.includes(field))
}

/** Whether other rows of the save imply it: sums of a new order, counts of lines whose stock moved. */
export function isImpliedBy(entry: AuditEntry, save: readonly AuditEntry[]): boolean {
  if (entry.action !== 'updated' || roleOf(entry) === 'stock') return false
  if (save.some((one) => one.action === 'created' && one.record_id === entry.record_id)) return true
  return shownChanges(entry, save).length === 0 && summaryOf(entry) === noVisibleChange && save.length > 1
}

const lineCounts = [
  'planned_quantity',
  'received_quantity',
  'over_delivered_quantity',
  'shipped_quantity',
  'returned_quantity',
]

/** The changes of a row that its save shows: without those that other rows of the save tell. */
export function shownChanges(entry: AuditEntry, save: readonly AuditEntry[]): readonly AuditChange[] {
  const has = (role: SaveRole) => save.some((one) => roleOf(one) === role)
  const [role, hasStock, hasPayment] = [roleOf(entry), has('stock'), has('payment')]
  return entry.changes.filter(({ field }) => {
    if (role === 'line') return field !== 'amount' && field !== 'line_no' && !(hasStock && lineCounts.includes(field))
    if (field === 'undone_by' || field.endsWith('_reference')) return false
    return !(hasPayment && role === 'order' && field === 'paid_amount')
  })
}
