/** What the rows of a table are called where the table’s own name does not say it. */
const kinds: Readonly<Record<string, string>> = {
  stock: 'Stock',
  purchase_order_items: 'Purchase order line',
  purchase_order_payments: 'Purchase order payment',
  sales_order_items: 'Sales order line',
  payments: 'Payment',
  location_transfers: 'Transfer',
  sales_returns: 'Return',
  organizations: 'Organization',
  organization_settings: 'Company settings',
  member_settings: 'Notification settings',
  api_keys: 'API key',
  webhook_endpoints: 'Webhook',
  account: 'Account data',
  categories: 'Category',
}

/** What kind of record a row is about: "Product", "Sales order line". */
export function kindText(table: string): string {
  const known = kinds[table]
  if (known) return known
  const words = table.replaceAll('_', ' ').replace(/s$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
