/** Display names for tables whose own name doesn't fit. */
const kinds: Readonly<Record<string, string>> = {
  stock: 'Stock',
  stock_rules: 'Minimum and maximum',
  purchase_order_items: 'Purchase order line',
  purchase_order_payments: 'Purchase order payment',
  supplier_responses: 'Supplier answer',
  supplier_response_items: 'Proposed quantity',
  sales_order_items: 'Sales order line',
  sales_order_questions: 'Customer question',
  payments: 'Payment',
  location_transfers: 'Transfer',
  transaction_drafts: 'Pending transaction',
  sales_returns: 'Return',
  organizations: 'Company',
  organization_settings: 'Company settings',
  member_settings: 'Notification settings',
  api_keys: 'API key',
  webhook_endpoints: 'Webhook',
  account: 'Account data',
  categories: 'Category',
}

/** The kind of a row's record: "Product", "Sales order line". */
export function kindText(table: string): string {
  const known = kinds[table]
  if (known) return known
  const words = table.replaceAll('_', ' ').replace(/s$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same within a sentence: "sales order line", "API key". */
export function kindNoun(table: string): string {
  const kind = kindText(table)
  return kind.startsWith('API') ? kind : kind.charAt(0).toLowerCase() + kind.slice(1)
}

const fields: Readonly<Record<string, string>> = {
  sku: 'SKU',
  in_transit: 'In transit',
  held: 'On hold',
  min_stock_level: 'Minimum stock',
  max_stock_level: 'Maximum stock',
  image: 'Image',
  tax_id: 'Tax ID',
  is_default: 'Default',
  is_active: 'Active',
  archived_at: 'Archived',
  hidden_at: 'Deleted',
  undone_at: 'Undone',
  undone_by: 'Undone by',
  answered_at: 'Answered',
  accepted_at: 'Accepted',
  expires_at: 'Expires',
  expires_on: 'Expiry date',
  revoked_at: 'Revoked',
  location_ids: 'Limited to locations',
  quantity_decimals: 'Quantity decimals',
  reason_code: 'Reason',
  planned_quantity: 'In shipments',
  received_quantity: 'Received',
  over_delivered_quantity: 'Over-delivered units',
  over_delivered_amount: 'Over-delivered amount',
  shipped_quantity: 'Shipped',
  returned_quantity: 'Returned',
  total_amount: 'Total',
  paid_amount: 'Paid',
  low_stock_alerts: 'Low stock alerts',
  digest_hour: 'Daily summary time',
  payment_terms_days: 'Payment terms (days)',
  url: 'Address',
}

/** A field in words: "cost_price" reads "Cost price", "category_id" reads "Category". */
export function fieldName(field: string): string {
  const words = fields[field] ?? field.replace(/_ids?$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same within a sentence: "cost price", "SKU". */
export function fieldNoun(field: string): string {
  const name = fieldName(field)
  return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** The summary of an update that changed nothing a person would recognize (db/functions/audit_summary.sql). */
export const noVisibleChange = 'Updated record'

/** The summary of stock that was neither added nor removed. */
export const stockMoved = 'Stock moved'

/** Whether an update's summary only lists the changed fields, or says that there are none. */
export const listsFields = (summary: string): boolean => summary.startsWith('Updated ')

/** What an update did, where the changed fields don't tell. */
const acts: Readonly<Record<string, string>> = {
  'invitations accepted at': 'Accepted',
  'invitations revoked at': 'Revoked',
  'api_keys revoked at': 'Revoked',
  'shares revoked at': 'Revoked',
  'members location': 'Updated locations',
  'transaction_drafts status': 'Completed pending transaction',
  'sales_order_questions answered at': 'Answered',
}

/** The stored summary of a row in the words of the screens. */
export function summaryText(table: string, action: string, summary: string): string {
  if (action === 'INSERT') return `Created ${kindNoun(table)}`
  if (action === 'DELETE') return `Deleted ${kindNoun(table)}`
  if (action !== 'UPDATE') return summary
  return summary.replace(/Updated (?!record$)(.+)$/, (whole, list: string) => {
    const names = list.split(', ')
    if (names.includes('undone at')) return 'Undone'
    const act = names.map((name) => acts[`${table} ${name}`]).find(Boolean)
    if (act) return act
    return whole
      .replace(/\btax\b/, 'tax ID')
      .replace(/\bdigest hour\b/, 'daily summary time')
      .replace(/\bexpires on\b/, 'expiry date')
  })
}
