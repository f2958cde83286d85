import { type Endpoint, type Noun, nouns } from '../../contract/endpoint.ts'

/** What the audit trail records although no figure depends on it: comments, links and access. */
const alsoRecorded: readonly Noun[] = ['comments', 'shares', 'api-keys', 'webhooks']

const withoutFigures: readonly Noun[] = [...alsoRecorded, 'ledger-checks', 'notifications']
const all = nouns.filter((noun) => !withoutFigures.includes(noun))

/**
 * The nouns behind the responses under each first part of an address, so that a change of one refetches them. An
 * unlisted address depends on everything: stale numbers are worse than one request too many.
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
  // Changed only by this browser, which refetches it.
  'push-subscription': [],
  // Daily background work of the server: no other response depends on it.
  'ledger-check': ['ledger-checks'],
  notifications: ['notifications'],
  'audit-trail': [...all, ...alsoRecorded],
  webhooks: ['webhooks'],
  'notification-preferences': ['members'],
}

/** For responses about one record that depend on something else. */
const madeOfParts: Readonly<Record<string, readonly Noun[]>> = {
  activity: [...all, ...alsoRecorded],
  shares: ['shares'],
  questions: ['shares'],
  'supplier-responses': ['shares'],
}

/** The nouns whose change makes a response of this endpoint stale. */
export function nounsOf(endpoint: Endpoint): readonly Noun[] {
  return madeOfParts[endpoint.path.split('/').at(-1) ?? ''] ?? madeOf[endpoint.path.split('/')[1] ?? ''] ?? all
}
