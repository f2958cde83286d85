import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { type FunctionComponent, lazy, Suspense, useEffect } from 'react'
import { readMe } from '../../contract/me.ts'
import { announcementsId } from '../kit/announce.ts'
import { loadCode } from '../kit/load-code.ts'
import { isCertainlySignedOut } from '../kit/session.ts'
import { SendingNotice } from '../kit/sending-notice.tsx'
import { parseSearch, stringifySearch } from '../kit/url-query.ts'
import { readAhead } from '../kit/use-read.ts'
import { keepWantedPage } from '../kit/wanted-page.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { focusOnArrival } from './focus-on-arrival.ts'
import { SignedInOnly, SignedOutOnly } from './guards.tsx'
import { NotFound, ScreenFailed } from './not-found.tsx'

/** Around every screen. */
function Root() {
  const router = useRouter()
  useEffect(() => focusOnArrival(router), [router])
  return (
    <>
      <Outlet />
      <SendingNotice />
      <div id={announcementsId} className="announcements" aria-live="polite" />
    </>
  )
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: ScreenFailed })

/** A component of a route, loaded when it is first shown. */
function loaded<Name extends string>(load: () => Promise<Record<Name, FunctionComponent>>, name: Name) {
  return lazyRouteComponent(() => loadCode(load as () => Promise<Record<string, FunctionComponent>>), name)
}

/** The frame and everything that is only for signed-in people: not loaded for others. */
const Inside = loaded(() => import('./inside.tsx'), 'Inside')

/** In the frame's code, which is there before any screen is opened. */
const OpeningScreen = lazy(() =>
  loadCode(() => import('./inside.tsx')).then((module) => ({ default: module.OpeningScreen })),
)

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  // Before any screen is loaded for a person who is about to see the sign-in page.
  beforeLoad: ({ location, preload }) => {
    if (!isCertainlySignedOut()) return
    if (!preload) keepWantedPage(location.href)
    throw redirect({ to: '/auth', replace: true })
  },
  loader: ({ cause }) => {
    if (cause !== 'enter') return
    void Inside.preload?.()
    readAhead(readMe, {})
  },
  component: () => (
    <SignedInOnly>
      <Suspense>
        <Inside />
      </Suspense>
    </SignedInOnly>
  ),
})

const Toasts = lazy(() => loadCode(() => import('../kit/toasts.tsx')).then((module) => ({ default: module.Toasts })))

/** A page without the frame still reports an unreachable server. */
function WithBanner() {
  return (
    <>
      <ConnectionBanner over />
      <Outlet />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}

const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  component: () => (
    <SignedOutOnly>
      <Outlet />
    </SignedOutOnly>
  ),
})

/**
 * A screen for signed-in people, loaded when it is first opened: `screen('/products', () =>
 * import('../products/products-page.tsx'), 'ProductsPage')`. `web/screen-reads.ts` lists what it reads first.
 */
function screen<Name extends string>(path: string, load: () => Promise<Record<Name, FunctionComponent>>, name: Name) {
  return createRoute({
    getParentRoute: () => inside,
    path,
    component: loaded(load, name),
    pendingComponent: () => (
      <Suspense>
        <OpeningScreen />
      </Suspense>
    ),
    pendingMinMs: 0,
  })
}

const signIn = createRoute({
  getParentRoute: () => outside,
  path: '/auth',
  component: loaded(() => import('../auth/auth-page.tsx'), 'AuthPage'),
})

const signInByMail = createRoute({
  getParentRoute: () => outside,
  path: '/auth/email',
  component: loaded(() => import('../auth/forgot-page.tsx'), 'SignInByMailPage'),
})

/** For people who are signed in or not: a link decides who they will be. */
const either = createRoute({ getParentRoute: () => root, id: 'either', component: WithBanner })

const confirm = createRoute({
  getParentRoute: () => either,
  path: '/auth/confirm',
  component: loaded(() => import('../auth/confirm-page.tsx'), 'ConfirmPage'),
})

const forgot = createRoute({
  getParentRoute: () => either,
  path: '/auth/forgot',
  component: loaded(() => import('../auth/forgot-page.tsx'), 'ForgotPage'),
})

const reset = createRoute({
  getParentRoute: () => either,
  path: '/auth/reset',
  component: loaded(() => import('../auth/reset-page.tsx'), 'ResetPage'),
})

const invite = createRoute({
  getParentRoute: () => either,
  path: '/auth/invite',
  component: loaded(() => import('../auth/invite-page.tsx'), 'InvitePage'),
})

/** The settings open on their first section. Emails from before the sections had addresses link to a hash. */
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  beforeLoad: ({ location: { hash } }) => {
    const section = hash === 'notifications' || hash === 'import' ? hash : 'company'
    // oxlint-disable-next-line only-throw-error -- the router's way to lead elsewhere
    throw redirect({ to: `/settings/${section}`, replace: true })
  },
})

const elsewhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound })

/** Every screen of the app, one row each, in the order of the navigation. */
const screens: ReturnType<typeof screen>[] = [
  screen('/', () => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
  screen('/products', () => import('../products/products-page.tsx'), 'ProductsPage'),
  screen('/products/new', () => import('../products/new-product-page.tsx'), 'NewProductPage'),
  screen('/products/$id', () => import('../products/product-page.tsx'), 'ProductPage'),
  screen('/categories', () => import('../categories/categories-page.tsx'), 'CategoriesPage'),
  screen('/categories/new', () => import('../categories/new-category-page.tsx'), 'NewCategoryPage'),
  screen('/categories/$id', () => import('../categories/category-page.tsx'), 'CategoryPage'),
  screen('/purchase-orders', () => import('../purchase-orders/purchase-orders-page.tsx'), 'PurchaseOrdersPage'),
  screen(
    '/purchase-orders/new',
    () => import('../purchase-orders/new-purchase-order-page.tsx'),
    'NewPurchaseOrderPage',
  ),
  screen('/purchase-orders/reorder', () => import('../purchase-orders/reorder-page.tsx'), 'ReorderPage'),
  screen('/purchase-orders/$id', () => import('../purchase-orders/purchase-order-page.tsx'), 'PurchaseOrderPage'),
  screen('/receiving', () => import('../receiving/receiving-page.tsx'), 'ReceivingPage'),
  screen('/receiving/$id', () => import('../receiving/receipt-page.tsx'), 'ReceiptPage'),
  screen('/sales-orders', () => import('../sales-orders/sales-orders-page.tsx'), 'SalesOrdersPage'),
  screen('/sales-orders/new', () => import('../sales-orders/new-sales-order-page.tsx'), 'NewSalesOrderPage'),
  screen('/sales-orders/$id', () => import('../sales-orders/sales-order-page.tsx'), 'SalesOrderPage'),
  screen('/returns/$id', () => import('../sales-orders/return-page.tsx'), 'ReturnPage'),
  screen('/shipping', () => import('../shipments/shipping-page.tsx'), 'ShippingPage'),
  screen('/suppliers', () => import('../suppliers/suppliers-page.tsx'), 'SuppliersPage'),
  screen('/suppliers/new', () => import('../suppliers/new-supplier-page.tsx'), 'NewSupplierPage'),
  screen('/suppliers/$id', () => import('../suppliers/supplier-page.tsx'), 'SupplierPage'),
  screen('/suppliers/$id/edit', () => import('../suppliers/supplier-page.tsx'), 'SupplierPage'),
  screen('/locations', () => import('../locations/locations-page.tsx'), 'LocationsPage'),
  screen(
    '/location-transfers',
    () => import('../location-transfers/location-transfers-page.tsx'),
    'LocationTransfersPage',
  ),
  screen('/stock-count', () => import('../stock-counts/stock-count-page.tsx'), 'StockCountPage'),
  screen('/transactions', () => import('../transactions/transactions-page.tsx'), 'TransactionsPage'),
  screen('/postings/$id', () => import('../stock/posting-page.tsx'), 'PostingPage'),
  screen('/reports', () => import('../reports/reports-page.tsx'), 'ReportsPage'),
  screen('/audit-trail', () => import('../audit-trail/audit-trail-page.tsx'), 'AuditTrailPage'),
  screen('/notifications', () => import('../notifications/notifications-page.tsx'), 'NotificationsPage'),
  screen('/profile', () => import('../profile/profile-page.tsx'), 'ProfilePage'),
  screen('/import', () => import('../imports/import-page.tsx'), 'ImportPage'),
  screen('/import/$id', () => import('../imports/import-run-page.tsx'), 'ImportRunPage'),
  screen('/settings/company', () => import('../settings/company-page.tsx'), 'CompanyPage'),
  screen('/settings/notifications', () => import('../settings/notifications-page.tsx'), 'NotificationPreferencesPage'),
  screen('/settings/import', () => import('../settings/import-section-page.tsx'), 'ImportSectionPage'),
  screen('/settings/ledger', () => import('../settings/ledger-page.tsx'), 'LedgerPage'),
  screen('/settings/members', () => import('../members/members-page.tsx'), 'MembersPage'),
  screen('/settings/api-keys', () => import('../api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  screen('/settings/webhooks', () => import('../webhooks/webhooks-page.tsx'), 'WebhooksPage'),
]

export const router = createRouter({
  routeTree: root.addChildren([
    inside.addChildren([...screens, settings, elsewhere]),
    outside.addChildren([signIn, signInByMail]),
    either.addChildren([confirm, forgot, reset, invite]),
  ]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  // Another record is another screen: nothing that one shows, like a refusal, stays on the next.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingMs: 300,
  defaultErrorComponent: ScreenFailed,
})
