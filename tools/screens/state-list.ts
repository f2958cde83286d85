import { chain, failing, longStory, newestReceipt, partlyReceived, type Screen, waiting } from './screen.ts'

const sale: Screen['path'] = async (who) => `/sales-orders/${(await longStory(who))?.id}`
const customer: Screen['path'] = async (who) => `/sales-orders?customer=${(await longStory(who))?.customer_id}`
const purchase: Screen['path'] = async (who) => `/purchase-orders/${await partlyReceived(who)}`
const purchaseForm: Screen['path'] = async (who) => `/purchase-orders/${await partlyReceived(who)}?edit`
const delivery: Screen['path'] = async (who) => `/receiving?order=${await partlyReceived(who)}`

/** What each kind of screen loads, by the part of its address. */
const loaded: readonly (readonly [name: string, path: Screen['path'], reads: RegExp])[] = [
  ['dashboard', () => '/', /\/api\/v1\/dashboard/],
  ['products-grid', () => '/products?view=grid', /\/api\/v1\/products(\?|$)/],
  ['products-table', () => '/products?view=table', /\/api\/v1\/products(\?|$)/],
  ['product', chain, /\/api\/v1\/products\/[^/]+$/],
  ['product-edit', async (who) => `${await chain(who)}?edit=1`, /\/api\/v1\/products\/[^/]+$/],
  ['categories', () => '/categories', /\/api\/v1\/categories/],
  ['suppliers', () => '/suppliers', /\/api\/v1\/suppliers/],
  ['locations', () => '/locations', /\/api\/v1\/locations/],
  ['stock-count', () => '/stock-count', /\/api\/v1\/locations\/[^/]+\/(products-to-count|stock-counts)/],
  ['transfers', () => '/location-transfers', /\/api\/v1\/location-transfers/],
  ['transactions', () => '/transactions', /\/api\/v1\/transactions/],
  ['sales-orders', () => '/sales-orders', /\/api\/v1\/sales-orders/],
  ['sales-order', sale, /\/api\/v1\/sales-orders\/[^/]+$/],
  ['sales-orders-of-customer', customer, /\/api\/v1\/(customers|sales-orders)/],
  ['purchase-orders', () => '/purchase-orders', /\/api\/v1\/purchase-orders/],
  ['purchase-order', purchase, /\/api\/v1\/purchase-orders\/[^/]+$/],
  ['purchase-order-edit', purchaseForm, /\/api\/v1\/purchase-orders\/[^/]+$/],
  ['reorder', () => '/purchase-orders/reorder', /\/api\/v1\/products\/reorder-suppliers/],
  ['receiving', () => '/receiving', /\/api\/v1\/(purchase-orders|receipts)/],
  ['receiving-order', delivery, /\/api\/v1\/purchase-orders\/[^/]+$/],
  ['receipt', newestReceipt, /\/api\/v1\/receipts\/[^/]+$/],
  ['shipping', () => '/shipping', /\/api\/v1\/shipments/],
  ['audit-trail', () => '/audit-trail', /\/api\/v1\/audit-trail(\?|$)/],
  ['notifications', () => '/notifications', /\/api\/v1\/notifications/],
  ['import', () => '/settings/import', /\/api\/v1\/imports/],
  ['report', () => '/reports', /\/api\/v1\/reports/],
  ['report-transactions', () => '/reports?report=transactions', /\/api\/v1\/reports/],
  ['report-valuation', () => '/reports?report=valuation', /\/api\/v1\/reports/],
  ['settings', () => '/settings/company', /\/api\/v1\/(settings|organization)$/],
  ['notification-preferences', () => '/settings/notifications', /\/api\/v1\/notification-preferences/],
  ['settings-ledger', () => '/settings/ledger', /\/api\/v1\/ledger-check/],
  ['api-keys', () => '/settings/api-keys', /\/api\/v1\/api-keys/],
  ['webhooks', () => '/settings/webhooks', /\/api\/v1\/webhooks/],
  ['members', () => '/settings/members', /\/api\/v1\/(members|invitations)/],
]

const empty = [
  'sales-orders',
  'shipping',
  'receiving',
  'locations',
  'stock-count',
  'audit-trail',
  'settings/api-keys',
  'settings/members',
  'reports?report=transactions',
  'reports?report=valuation',
] as const

/** Screens while they load, when that failed, and before a company has anything. */
export const stateScreens: readonly Screen[] = [
  ...loaded.flatMap(([name, path, reads]): Screen[] => [
    { name: `${name}-loading`, who: 'full', path, loading: true, prepare: (page) => waiting(page, reads) },
    { name: `${name}-failed`, who: 'full', path, prepare: (page) => failing(page, reads) },
  ]),
  ...empty.map((path): Screen => ({
    name: `${path.replace(/^.*[/=]/, '')}-none`,
    who: 'empty',
    path: () => `/${path}`,
  })),
]
