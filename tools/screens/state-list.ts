import { chain, failing, longStory, partlyReceived, type Screen, waiting } from './screen.ts'

const sale: Screen['path'] = async (who) => `/sales-orders/${(await longStory(who))?.id}`
const purchase: Screen['path'] = async (who) => `/purchase-orders/${await partlyReceived(who)}`

/** What each kind of screen loads, by the part of its address. */
const loaded: readonly (readonly [name: string, path: Screen['path'], reads: RegExp])[] = [
  ['dashboard', () => '/', /\/api\/v1\/dashboard/],
  ['products-grid', () => '/products?view=grid', /\/api\/v1\/products(\?|$)/],
  ['products-table', () => '/products?view=table', /\/api\/v1\/products(\?|$)/],
  ['product', chain, /\/api\/v1\/products\/[^/]+$/],
  ['categories', () => '/categories', /\/api\/v1\/categories/],
  ['transactions', () => '/transactions', /\/api\/v1\/transactions/],
  ['sales-orders', () => '/sales-orders', /\/api\/v1\/sales-orders/],
  ['sales-order', sale, /\/api\/v1\/sales-orders\/[^/]+$/],
  ['purchase-order', purchase, /\/api\/v1\/purchase-orders\/[^/]+$/],
  ['receiving', () => '/receiving', /\/api\/v1\/(purchase-orders|receipts)/],
  ['report', () => '/reports', /\/api\/v1\/reports/],
  ['members', () => '/settings/members', /\/api\/v1\/(members|invitations)/],
]

const empty = [
  'sales-orders',
  'shipping',
  'receiving',
  'locations',
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
