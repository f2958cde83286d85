import type { Endpoint, Noun } from '../../contract/endpoint.ts'

const all: readonly Noun[] = [
  'products',
  'categories',
  'suppliers',
  'locations',
  'stock',
  'transfers',
  'purchase-orders',
  'receipts',
  'customers',
  'sales-orders',
  'shipments',
  'settings',
  'imports',
  'members',
]

/**
 * What the answers under each first part of an address are made of, so that a change of one of these nouns refetches
 * them. An address that is not listed counts as made of everything: showing old numbers is worse than one request too
 * many.
 */
const madeOf: Readonly<Record<string, readonly Noun[]>> = {
  categories: ['categories', 'products', 'imports'],
  suppliers: ['suppliers', 'imports'],
  settings: ['settings'],
  members: ['members'],
  invitations: ['members'],
  organization: ['settings', 'members'],
  'api-keys': ['api-keys', 'members'],
  customers: ['customers', 'sales-orders'],
  'shipment-counts': ['shipments'],
  me: ['settings', 'members'],
  comments: ['comments', 'members'],
  'mentionable-members': ['members', 'purchase-orders', 'sales-orders', 'shipments', 'receipts'],
  following: ['comments'],
  // Changed by this browser only, which reads it again.
  'push-subscription': [],
  // What the server does by itself once a day: no other answer is made of it.
  'ledger-check': ['ledger-checks'],
  notifications: ['notifications'],
  webhooks: ['webhooks'],
  'notification-preferences': ['members'],
}

/** Of answers about one record that are made of something else than the record. */
const madeOfParts: Readonly<Record<string, readonly Noun[]>> = {
  shares: ['shares'],
  questions: ['shares'],
  'supplier-responses': ['shares'],
}

/** The nouns whose change makes an answer of this endpoint old. */
export function nounsOf(endpoint: Endpoint): readonly Noun[] {
  return madeOfParts[endpoint.path.split('/').at(-1) ?? ''] ?? madeOf[endpoint.path.split('/')[1] ?? ''] ?? all
}
