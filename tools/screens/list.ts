import type { Locator, Page } from '@playwright/test'
import { listCategories } from '../../contract/categories.ts'
import { listTransfers } from '../../contract/location-transfers.ts'
import { readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { listShipments } from '../../contract/shipments.ts'
import { listSuppliers } from '../../contract/suppliers.ts'
import type { Person } from '../../e2e/support/person.ts'
import { at, chain, longStory, newestReceipt, partlyReceived, type Screen } from './screen.ts'
import { finishedImports, importScreens } from './import-list.ts'
import { openedScreens } from './opened-list.ts'
import { stateScreens } from './state-list.ts'
import { teamScreens } from './team-list.ts'

const lots = async (who: Person | null) => {
  const order = await who?.call(readPurchaseOrder, { id: (await partlyReceived(who)) ?? '' })
  return `/products/${order?.lines[0]?.product_id}`
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

/** Every screen, in the order of a visit. */
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
  { name: 'auth-email', who: 'stranger', path: at('/auth/email') },
  { name: 'auth-forgot', who: 'stranger', path: at('/auth/forgot') },
  { name: 'auth-reset', who: 'stranger', path: at('/auth/reset') },
  { name: 'auth-confirm', who: 'stranger', path: at('/auth/confirm') },
  { name: 'auth-invite', who: 'stranger', path: (_who, { invitation }) => invitation },
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
    prepare: (page) => explained(page, 'Locations', page.getByRole('rowheader', { name: 'Total' })),
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
      await page.getByRole('radio', { name: 'When it was recorded' }).waitFor()
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
    name: 'product-labels',
    who: 'full',
    path: chain,
    opened: true,
    prepare: async (page) => page.getByRole('button', { name: 'Print Labels' }).click(),
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
  { name: 'categories-table', who: 'full', path: at('/categories?view=table') },
  { name: 'category-new', who: 'full', path: at('/categories/new') },
  {
    name: 'category-edit',
    who: 'full',
    path: async (who) => `/categories/${(await who?.call(listCategories, {}))?.items[0]?.id}`,
  },
  { name: 'suppliers-empty', who: 'empty', path: at('/suppliers') },
  { name: 'suppliers', who: 'full', path: at('/suppliers') },
  { name: 'suppliers-table', who: 'full', path: at('/suppliers?view=table') },
  { name: 'supplier-new', who: 'full', path: at('/suppliers/new') },
  {
    name: 'supplier-edit',
    who: 'full',
    path: async (who) => `/suppliers/${(await who?.call(listSuppliers, {}))?.items[0]?.id}`,
  },
  {
    name: 'supplier-edit-form',
    who: 'full',
    path: async (who) => `/suppliers/${(await who?.call(listSuppliers, {}))?.items[0]?.id}/edit`,
  },
  { name: 'locations', who: 'full', path: at('/locations') },
  { name: 'locations-table', who: 'full', path: at('/locations?view=table') },
  {
    name: 'location-new',
    who: 'full',
    path: at('/locations'),
    opened: true,
    prepare: async (page) => page.getByRole('button', { name: 'Add Location' }).first().click(),
  },
  { name: 'location-labels', who: 'full', path: at('/locations?labels=1'), opened: true },
  { name: 'transfers-empty', who: 'empty', path: at('/location-transfers') },
  { name: 'transfers', who: 'full', path: at('/location-transfers') },
  {
    name: 'transfer',
    who: 'full',
    path: async (who) => `/location-transfers?transfer=${(await who?.call(listTransfers, {}))?.items[0]?.id}`,
    opened: true,
  },
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
  { name: 'reorder', who: 'full', path: at('/purchase-orders/reorder') },
  { name: 'reorder-empty', who: 'empty', path: at('/purchase-orders/reorder') },
  { name: 'purchase-order-new', who: 'full', path: at('/purchase-orders/new') },
  { name: 'purchase-order', who: 'full', path: async (who) => `/purchase-orders/${await partlyReceived(who)}` },
  {
    name: 'purchase-order-edit',
    who: 'full',
    path: async (who) => `/purchase-orders/${await partlyReceived(who)}?edit`,
  },
  { name: 'sales-orders', who: 'full', path: at('/sales-orders') },
  { name: 'sales-order-new', who: 'full', path: at('/sales-orders/new') },
  { name: 'sales-order', who: 'full', path: async (who) => `/sales-orders/${(await longStory(who))?.id}` },
  { name: 'sales-order-edit', who: 'full', path: async (who) => `/sales-orders/${(await longStory(who))?.id}?edit` },
  {
    name: 'sales-orders-of-customer',
    who: 'full',
    path: async (who) => `/sales-orders?customer=${(await longStory(who))?.customer_id}`,
  },
  {
    name: 'customer-edit',
    who: 'full',
    path: async (who) => `/sales-orders?customer=${(await longStory(who))?.customer_id}`,
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Billing address').waitFor()
    },
  },
  { name: 'shipping', who: 'full', path: at('/shipping') },
  {
    name: 'shipment-new',
    who: 'full',
    path: async (who) => `/shipping?order=${(await longStory(who))?.id}`,
    opened: true,
  },
  {
    name: 'shipment',
    who: 'full',
    path: async (who) => `/shipping?shipment=${(await who?.call(listShipments, {}))?.items[0]?.id}`,
    opened: true,
  },
  { name: 'stock-count', who: 'full', path: at('/stock-count') },
  { name: 'count-sheet', who: 'full', path: at('/stock-count?sheet=1'), opened: true },
  { name: 'receiving', who: 'full', path: at('/receiving') },
  { name: 'receiving-order', who: 'full', path: async (who) => `/receiving?order=${await partlyReceived(who)}` },
  { name: 'receipt', who: 'full', path: newestReceipt },
  {
    name: 'receipt-labels',
    who: 'full',
    path: newestReceipt,
    opened: true,
    prepare: async (page) => page.getByRole('button', { name: 'Print Labels' }).click(),
  },
  { name: 'reports-empty', who: 'empty', path: at('/reports') },
  { name: 'report-inventory', who: 'full', path: at('/reports') },
  { name: 'report-transactions', who: 'full', path: at('/reports?report=transactions') },
  { name: 'report-valuation', who: 'full', path: at('/reports?report=valuation&sort=-total_retail') },
  {
    name: 'report-past',
    who: 'full',
    path: () => `/reports?report=valuation&as_of=${new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10)}`,
  },
  { name: 'settings', who: 'full', path: at('/settings/company') },
  { name: 'settings-import', who: 'full', path: at('/settings/import') },
  { name: 'settings-ledger', who: 'full', path: at('/settings/ledger') },
  { name: 'members', who: 'full', path: at('/settings/members') },
  { name: 'api-keys', who: 'full', path: at('/settings/api-keys') },
  { name: 'profile', who: 'full', path: at('/profile') },
  ...importScreens,
  ...teamScreens,
  ...openedScreens,
  ...stateScreens,
  { name: 'not-found', who: 'full', path: at('/no-such-screen') },
  ...finishedImports,
]
