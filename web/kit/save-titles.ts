import { fieldNoun, kindText, listsFields } from '../../contract/audit-kinds.ts'
import type { AuditChange, AuditEntry } from '../../contract/audit-trail.ts'
import { byCount, counted } from '../../contract/counted-nouns.ts'
import { summaryOf, valueText } from './audit-text.ts'
import { roleOf } from './save-rows.ts'

/** "Payment undone: $500.00", "Receipt 2 undone". */
export function undoneTitle(entry: AuditEntry): string {
  const { part } = entry
  if (part === null) return 'Undone'
  return roleOf(entry) === 'payment' ? `Payment undone: ${part}` : `${part} undone`
}

/** "Updated price", "Updated price and cost price", "Updated 5 fields"; the summary if it says more. */
export function updateTitle(entry: AuditEntry, changes: readonly AuditChange[]): string {
  const summary = summaryOf(entry)
  if (!listsFields(summary) || changes.length === 0) return summary.replace('min stock level', 'minimum stock')
  if (changes.length > 3) return `Updated ${counted(changes.length, 'field')}`
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(changes.map(({ field }) => fieldNoun(field)))
  return `Updated ${names}`
}

/** What was created or deleted, if the record's name alone doesn't say it. */
const createdTexts: Readonly<Record<string, string>> = {
  comments: 'Commented: “{body}”',
  sales_order_questions: 'Customer asked: “{question}”',
  payments: 'Payment added: {part}',
  purchase_order_payments: 'Payment added: {part}',
  receipts: '{part} recorded',
  sales_returns: '{part} recorded',
  shipments: '{part} created',
  location_transfers: 'Transfer created: {quantity} × {part}',
  transaction_drafts: 'Pending transaction created: {type}, {quantity}',
  sales_orders: 'Order created',
  purchase_orders: 'Order created',
}
const deletedTexts: Readonly<Record<string, string>> = {
  comments: 'Comment deleted: “{body}”',
  payments: 'Payment deleted: {part}',
  purchase_order_payments: 'Payment deleted: {part}',
  receipts: '{part} deleted',
  sales_returns: '{part} deleted',
  shipments: '{part} deleted',
  location_transfers: 'Transfer deleted: {quantity} × {part}',
  transaction_drafts: 'Pending transaction deleted: {type}, {quantity}',
  sales_orders: 'Order deleted',
  purchase_orders: 'Order deleted',
}

/** What was created or deleted, in words: "Payment added: $500.00", "Receipt 1 recorded: 4 units". */
export function createdOrDeletedTitle(entry: AuditEntry): string {
  const { table_name, action, part, summary, changes } = entry
  if (action === 'exported' || action === 'shared') return summary
  const changeOf = (field: string) => changes.find((one) => one.field === field)
  const value = (field: string) => {
    const change = changeOf(field)
    return change ? valueText(field, change.after ?? change.before, table_name) : null
  }
  if (table_name === 'supplier_responses' && action === 'created') {
    const date = value('expected_date')
    return date === null ? 'Supplier answered' : `Supplier confirmed delivery for ${date}`
  }
  const units = changeOf('units')?.after
  if (table_name === 'receipts' && action === 'created' && typeof units === 'number')
    return byCount(
      units,
      { one: '{part} recorded: {count} unit', other: '{part} recorded: {count} units' },
      { part: part ?? '' },
    )
  const text = (action === 'created' ? createdTexts : deletedTexts)[table_name]
  if (!text) return action === 'created' ? `${kindText(table_name)} created` : `${kindText(table_name)} deleted`
  return text.replaceAll(/\{(\w+)\}/g, (_, field: string) => (field === 'part' ? part : value(field)) ?? '')
}
