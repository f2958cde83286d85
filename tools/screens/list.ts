import type { Locator, Page } from '@playwright/test'
import { listCategories } from '../../contract/categories.ts'
import { listProducts } from '../../contract/products.ts'
import { listPurchaseOrders, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { listReceipts } from '../../contract/receiving.ts'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { listSalesReturns } from '../../contract/sales-returns.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { listSuppliers } from '../../contract/suppliers.ts'
import type { Person } from '../../e2e/support/person.ts'
import type { SharedLinks } from './teamwork.ts'
import { cleanWorkbook, faultyWorkbook, priceList } from './workbooks.ts'

export type Screen = Readonly<{
  name: string
  who: 'full' | 'empty' | 'stranger'
  path: (who: Person | null, links: SharedLinks) => string | Promise<string>
  /** What a person does before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
  /** Something lies over the screen: only what is in sight is shown. */
  opened?: true
  /** Made by the server, without the app around it. */
  plain?: true
}>

const at = (path: string) => () => path
const chain = async (who: Person | null) => {
  const found = await who?.call(listProducts, { search: 'CHN-11' })
  return `/products/${found?.items[0]?.id}`
}

const partlyReceived = async (who: Person | null) => {
  const found = await who?.call(listPurchaseOrders, { status: 'partial' })
  return found?.items[0]?.id
}
const lots = async (who: Person | null) => {
  const order = await who?.call(readPurchaseOrder, { id: (await partlyReceived(who)) ?? '' })
  return `/products/${order?.lines[0]?.product_id}`
}
const newestReceipt = async (who: Person | null) => {
  const found = await who?.call(listReceipts, {})
  return `/receiving/${found?.items[0]?.id}`
}

const threeWeeksAgo = () => new Date(Date.now() - 21 * 86_400_000).toISOString().slice(0, 10)

/** Opens what is on hand into its panel, at one of its tabs. */
async function explained(page: Page, tab: string, there: Locator): Promise<void> {
  await page
    .getByRole('button', { name: /on hand of .*: explain/i })
    .first()
    .click()
  await page.getByRole('tab', { name: tab }).click()
  await there.waitFor()
}

const newestPosting = async (who: Person | null) => (await who?.call(listTransactions, { type: 'in' }))?.items[0]
const newestReturn = async (who: Person | null) => {
  const delivered = (await who?.call(listSalesOrders, { status: 'delivered' }))?.items ?? []
  for (const { id } of delivered) {
    const [one] = (await who?.call(listSalesReturns, { sales_order_id: id }))?.items ?? []
    if (one) return one.id
  }
  return undefined
}

/** The order of which part is gone, part waits to leave and part waits for goods. */
const longStory = async (who: Person | null) => {
  const found = await who?.call(listSalesOrders, { search: 'Hungry' })
  return found?.items[0]
}

/** A proxy's page instead of an answer. */
const fault = { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }

/** Opens a screen anew, with these answers of the server failing. */
async function failing(page: Page, answers: RegExp): Promise<void> {
  await page.route(answers, (route) => route.fulfill(fault))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
}

async function searched(page: Page, text: string, found: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search products, categories...').fill(text)
  await page.getByRole('dialog').getByText(found).first().waitFor()
}

/** Every screen, in the order in which one meets them. */
export const screens: readonly Screen[] = [
  { name: 'auth-sign-in', who: 'stranger', path: at('/auth') },
  {
    name: 'auth-sign-up',
    who: 'stranger',
    path: at('/auth'),
    prepare: async (page) => {
      await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
      await page.getByLabel('Email address').fill('anna.field@example.com')
      await page.getByRole('textbox', { name: 'Password' }).fill('maple river 91')
    },
  },
  { name: 'dashboard-empty', who: 'empty', path: at('/') },
  { name: 'dashboard', who: 'full', path: at('/') },
  { name: 'products-empty', who: 'empty', path: at('/products') },
  { name: 'products-grid', who: 'full', path: at('/products') },
  { name: 'products-table', who: 'full', path: at('/products?view=table') },
  { name: 'products-low', who: 'full', path: at('/products?view=table&filter=low') },
  { name: 'product', who: 'full', path: chain },
  { name: 'product-lots', who: 'full', path: lots },
  {
    name: 'product-why',
    who: 'full',
    path: chain,
    opened: true,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /on hand of .*: explain/i })
        .first()
        .click()
      await page.getByText(/^Adds up/).waitFor()
    },
  },
  {
    name: 'product-why-locations',
    who: 'full',
    path: chain,
    opened: true,
    prepare: (page) => explained(page, 'Locations', page.getByRole('rowheader', { name: 'In all' })),
  },
  {
    name: 'product-why-changes',
    who: 'full',
    path: chain,
    opened: true,
    prepare: (page) => explained(page, 'Changes', page.getByText(/^Adds up/)),
  },
  {
    name: 'product-as-of',
    who: 'full',
    path: chain,
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'As of now' }).click()
      await page.getByRole('radio', { name: 'What the books said' }).waitFor()
    },
  },
  { name: 'product-past', who: 'full', path: async (who) => `${await chain(who)}?as_of=${threeWeeksAgo()}` },
  { name: 'products-past', who: 'full', path: () => `/products?view=table&as_of=${threeWeeksAgo()}` },
  {
    name: 'product-update-stock',
    who: 'full',
    path: chain,
    opened: true,
    prepare: async (page) => page.getByRole('button', { name: 'Update Stock' }).first().click(),
  },
  {
    name: 'product-transfer',
    who: 'full',
    path: chain,
    opened: true,
    prepare: async (page) => page.getByRole('button', { name: 'Transfer', exact: true }).first().click(),
  },
  {
    name: 'product-edit-location-stock',
    who: 'full',
    path: chain,
    opened: true,
    prepare: async (page) =>
      page
        .getByRole('button', { name: /^Edit stock at / })
        .first()
        .click(),
  },
  { name: 'product-new', who: 'full', path: at('/products/new') },
  { name: 'product-edit', who: 'full', path: async (who) => `${await chain(who)}?edit=1` },
  { name: 'product-not-found', who: 'full', path: at(`/products/${crypto.randomUUID()}`) },
  { name: 'categories-empty', who: 'empty', path: at('/categories') },
  { name: 'categories', who: 'full', path: at('/categories') },
  { name: 'category-new', who: 'full', path: at('/categories/new') },
  {
    name: 'category-edit',
    who: 'full',
    path: async (who) => `/categories/${(await who?.call(listCategories, {}))?.items[0]?.id}`,
  },
  { name: 'suppliers-empty', who: 'empty', path: at('/suppliers') },
  { name: 'suppliers', who: 'full', path: at('/suppliers') },
  {
    name: 'supplier-edit',
    who: 'full',
    path: async (who) => `/suppliers/${(await who?.call(listSuppliers, {}))?.items[0]?.id}`,
  },
  { name: 'locations', who: 'full', path: at('/locations') },
  {
    name: 'location-new',
    who: 'full',
    path: at('/locations'),
    opened: true,
    prepare: async (page) => page.getByRole('button', { name: 'Add Location' }).first().click(),
  },
  { name: 'transfers-empty', who: 'empty', path: at('/location-transfers') },
  { name: 'transfers', who: 'full', path: at('/location-transfers') },
  { name: 'transactions-empty', who: 'empty', path: at('/transactions') },
  { name: 'transactions', who: 'full', path: at('/transactions') },
  { name: 'transaction-new', who: 'full', path: at('/transactions?add=1'), opened: true },
  {
    name: 'transaction-refused',
    who: 'full',
    path: at('/transactions?add=1'),
    opened: true,
    prepare: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: /^Product/ }).fill('CHN-12')
      await page.getByRole('option', { name: /Chain 12-speed/ }).click()
      await dialog.getByText('Stock Out').click()
      await dialog.getByRole('combobox', { name: /^Reason/ }).click()
      await page.getByRole('option', { name: 'Customer Order' }).click()
      await dialog.getByRole('textbox', { name: /^Quantity/ }).fill('500')
      await dialog.getByText(/Cannot remove more/).waitFor()
    },
  },
  { name: 'purchase-orders-empty', who: 'empty', path: at('/purchase-orders') },
  { name: 'purchase-orders', who: 'full', path: at('/purchase-orders') },
  { name: 'purchase-order-new', who: 'full', path: at('/purchase-orders/new') },
  { name: 'purchase-order', who: 'full', path: async (who) => `/purchase-orders/${await partlyReceived(who)}` },
  { name: 'sales-orders', who: 'full', path: at('/sales-orders') },
  { name: 'sales-order-new', who: 'full', path: at('/sales-orders/new') },
  { name: 'sales-order', who: 'full', path: async (who) => `/sales-orders/${(await longStory(who))?.id}` },
  {
    name: 'sales-orders-of-customer',
    who: 'full',
    path: async (who) => `/sales-orders?customer=${(await longStory(who))?.customer_id}`,
  },
  { name: 'shipping', who: 'full', path: at('/shipping') },
  {
    name: 'shipment-new',
    who: 'full',
    path: async (who) => `/shipping?order=${(await longStory(who))?.id}`,
    opened: true,
  },
  { name: 'receiving', who: 'full', path: at('/receiving') },
  { name: 'receiving-order', who: 'full', path: async (who) => `/receiving?order=${await partlyReceived(who)}` },
  { name: 'receipt', who: 'full', path: newestReceipt },
  { name: 'reports-empty', who: 'empty', path: at('/reports') },
  { name: 'report-inventory', who: 'full', path: at('/reports') },
  { name: 'report-transactions', who: 'full', path: at('/reports?report=transactions') },
  { name: 'report-valuation', who: 'full', path: at('/reports?report=valuation&sort=-total_retail') },
  {
    name: 'report-past',
    who: 'full',
    path: () => `/reports?report=valuation&as_of=${new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10)}`,
  },
  { name: 'settings', who: 'full', path: at('/settings') },
  {
    name: 'import-problems',
    who: 'empty',
    path: at('/settings'),
    prepare: async (page) => {
      await page.getByLabel('Excel file').setInputFiles(faultyWorkbook())
      await page.getByText('Mend these first').waitFor()
      await page.getByText('Mend these first').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'import-preview',
    who: 'empty',
    path: at('/settings'),
    prepare: async (page) => {
      await page.getByLabel('Excel file').setInputFiles(cleanWorkbook())
      await page.getByText('ready to import').waitFor()
    },
  },
  {
    name: 'import-changes',
    who: 'full',
    path: at('/settings'),
    prepare: async (page) => {
      await page.getByLabel('Excel file').setInputFiles(priceList())
      await page.getByLabel('Set stock to the quantities in the file').check()
      await page.getByText('The differences are posted as counts').waitFor()
      await page.getByText('Excel Data Import').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'palette',
    who: 'full',
    path: at('/products'),
    opened: true,
    prepare: (page) => searched(page, 'chain', 'CHN-11'),
  },
  {
    name: 'palette-recent',
    who: 'full',
    path: at('/products'),
    opened: true,
    prepare: async (page) => {
      await searched(page, 'hungry', /^SO-/)
      await page.getByRole('dialog').getByText(/^SO-/).first().click()
      await page.getByRole('heading', { level: 1, name: /^SO-/ }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByText('Recent').waitFor()
    },
  },
  {
    name: 'palette-orders',
    who: 'full',
    path: at('/products'),
    opened: true,
    prepare: (page) => searched(page, 'hungry', /^SO-/),
  },
  {
    name: 'palette-similar',
    who: 'full',
    path: at('/products'),
    opened: true,
    prepare: (page) => searched(page, 'chian', /CHN-1/),
  },
  {
    name: 'palette-nothing',
    who: 'full',
    path: at('/products'),
    opened: true,
    prepare: (page) => searched(page, 'zzzzqq', /zzzzqq/),
  },
  { name: 'notifications-empty', who: 'empty', path: at('/notifications') },
  { name: 'notifications', who: 'full', path: at('/notifications') },
  {
    name: 'notifications-failed',
    who: 'full',
    path: at('/notifications'),
    prepare: (page) => failing(page, /\/api\/v1\/notifications/),
  },
  {
    name: 'notifications-menu',
    who: 'full',
    path: at('/'),
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
      await page.getByRole('link', { name: 'View all notifications' }).waitFor()
    },
  },
  {
    name: 'notifications-menu-empty',
    who: 'empty',
    path: at('/'),
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Notifications', exact: true }).click()
      await page.getByRole('link', { name: 'View all notifications' }).waitFor()
    },
  },
  { name: 'notification-preferences', who: 'full', path: at('/settings#notifications') },
  { name: 'audit-trail', who: 'full', path: at('/audit-trail') },
  { name: 'audit-trail-filtered', who: 'full', path: at('/audit-trail?type=products&q=chain') },
  { name: 'audit-trail-nothing', who: 'full', path: at('/audit-trail?q=zzzz') },
  {
    name: 'audit-trail-failed',
    who: 'full',
    path: at('/audit-trail'),
    prepare: (page) => failing(page, /\/api\/v1\/audit-trail(\?|$)/),
  },
  {
    name: 'audit-trail-changes',
    who: 'full',
    path: at('/audit-trail?type=sales_orders'),
    opened: true,
    prepare: async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page
        .getByRole('button', { name: /^Created sales order$/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('table', { name: 'Changes' }).waitFor()
    },
  },
  {
    name: 'record-history',
    who: 'full',
    path: newestReceipt,
    prepare: (page) =>
      page
        .getByRole('list', { name: 'History' })
        .getByText(/^Receipt \d+ recorded/)
        .waitFor(),
  },
  {
    name: 'location-history',
    who: 'full',
    path: at('/locations?view=table'),
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Actions: Main Warehouse' }).click()
      await page.getByRole('menuitem', { name: 'Comments and history' }).click()
      await page.getByRole('list', { name: 'History' }).waitFor()
    },
  },
  { name: 'posting', who: 'full', path: async (who) => `/postings/${(await newestPosting(who))?.posting_id}` },
  { name: 'return', who: 'full', path: async (who) => `/returns/${await newestReturn(who)}` },
  {
    name: 'comments',
    who: 'full',
    path: async (who) => `/sales-orders/${(await longStory(who))?.id}`,
    opened: true,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Comment' }).fill('Thanks @ma')
      await page.getByRole('option').first().waitFor()
      await page.getByRole('list', { name: 'Comments' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'share',
    who: 'full',
    path: async (who) => `/sales-orders/${(await longStory(who))?.id}`,
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).waitFor()
    },
  },
  {
    name: 'share-made',
    who: 'full',
    path: async (who) => `/purchase-orders/${await partlyReceived(who)}`,
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
      await page.getByRole('textbox', { name: 'Private link' }).waitFor()
    },
  },
  { name: 'customer-page', who: 'stranger', plain: true, path: (_who, links) => links.customer },
  { name: 'customer-page-gone', who: 'stranger', plain: true, path: at(`/customer/${'x'.repeat(43)}`) },
  { name: 'supplier-page', who: 'stranger', plain: true, path: (_who, links) => links.supplier },
  { name: 'customer-preview', who: 'stranger', plain: true, path: at('/customer/preview') },
  { name: 'supplier-preview', who: 'stranger', plain: true, path: at('/supplier/preview') },
  { name: 'webhooks-empty', who: 'empty', path: at('/settings/webhooks') },
  { name: 'webhooks', who: 'full', path: at('/settings/webhooks') },
  { name: 'webhook-new', who: 'full', path: at('/settings/webhooks?add=1'), opened: true },
  {
    name: 'webhook-log',
    who: 'full',
    path: at('/settings/webhooks'),
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Log/ }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'help',
    who: 'full',
    path: at('/receiving'),
    opened: true,
    prepare: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByText('Keyboard shortcuts').first().waitFor()
    },
  },
  { name: 'not-found', who: 'full', path: at('/no-such-screen') },
]
