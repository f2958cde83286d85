/** A screen's help, from its file in web/help/topics. */
export type HelpTopic = Readonly<{
  /** The name of its file. */
  name: string
  title: string
  headings: readonly string[]
  /** Its entire text. */
  text: string
}>

const files = import.meta.glob<string>('./topics/*.md', { query: '?raw', import: 'default', eager: true })

export const helpTopics: readonly HelpTopic[] = Object.entries(files).map(([path, text]) => {
  const lines = text.split('\n')
  const after = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
  return {
    name: path.replace(/^.*\/(.*)\.md$/, '$1'),
    title: after('# ')[0] ?? '',
    headings: after('## '),
    text,
  }
})

/** The topic of each screen, by its route. A route without one fails a test. */
const topicOf: Readonly<Record<string, string>> = {
  '/': 'dashboard',
  '/products': 'products',
  '/products/new': 'product-form',
  '/products/$id': 'product',
  '/categories': 'categories',
  '/categories/new': 'categories',
  '/categories/$id': 'categories',
  '/purchase-orders': 'purchase-orders',
  '/purchase-orders/new': 'purchase-order',
  '/purchase-orders/reorder': 'reorder',
  '/purchase-orders/$id': 'purchase-order',
  '/receiving': 'receiving',
  '/receiving/$id': 'receipt',
  '/sales-orders': 'sales-orders',
  '/sales-orders/new': 'sales-order',
  '/sales-orders/$id': 'sales-order',
  '/returns/$id': 'sales-return',
  '/shipping': 'shipments',
  '/suppliers': 'suppliers',
  '/suppliers/new': 'suppliers',
  '/suppliers/$id': 'suppliers',
  '/suppliers/$id/edit': 'suppliers',
  '/locations': 'locations',
  '/location-transfers': 'location-transfers',
  '/stock-count': 'stock-count',
  '/transactions': 'transactions',
  '/postings/$id': 'stock-entry',
  '/reports': 'reports',
  '/audit-trail': 'audit-trail',
  '/settings/webhooks': 'webhooks',
  '/notifications': 'notifications',
  '/profile': 'profile',
  '/settings/company': 'settings',
  '/settings/notifications': 'notifications',
  '/settings/import': 'import',
  '/settings/ledger': 'settings',
  '/import': 'import',
  '/import/$id': 'import',
  '/settings/members': 'members',
  '/settings/api-keys': 'api-keys',
}

/** The help on a screen, by its route; null if there is none. */
export function topicAt(route: string): HelpTopic | null {
  return helpTopics.find(({ name }) => name === topicOf[route]) ?? null
}
