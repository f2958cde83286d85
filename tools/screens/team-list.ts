import type { Page } from '@playwright/test'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { listSalesReturns } from '../../contract/sales-returns.ts'
import { listTransactions } from '../../contract/transactions.ts'
import type { Person } from '../../e2e/support/person.ts'
import { at, longStory, newestReceipt, partlyReceived, type Screen } from './screen.ts'

const newestPosting = async (who: Person | null) => (await who?.call(listTransactions, { type: 'in' }))?.items[0]
const newestReturn = async (who: Person | null) => {
  const delivered = (await who?.call(listSalesOrders, { status: 'delivered' }))?.items ?? []
  for (const { id } of delivered) {
    const [one] = (await who?.call(listSalesReturns, { sales_order_id: id }))?.items ?? []
    if (one) return one.id
  }
  return undefined
}

async function searched(page: Page, text: string, found: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search products, categories...').fill(text)
  await page.getByRole('dialog').getByText(found).first().waitFor()
}

const sale: Screen['path'] = async (who) => `/sales-orders/${(await longStory(who))?.id}`

async function commenting(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment' }).fill('Thanks @ma')
  await page.getByRole('option').first().waitFor()
  await page.getByRole('list', { name: 'Comments' }).scrollIntoViewIfNeeded()
}

/** The palette, notifications, the audit trail, comments, links, webhooks and help. */
export const teamScreens: readonly Screen[] = [
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
      await page.getByRole('dialog').getByRole('button', { name: /^SO-/ }).first().click()
      await page.getByRole('heading', { level: 1, name: /^SO-/ }).waitFor()
      // The current screen isn't among the recent ones.
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('button', { name: /^SO-/ }).first().waitFor()
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
  { name: 'notification-preferences', who: 'full', path: at('/settings/notifications') },
  { name: 'audit-trail', who: 'full', path: at('/audit-trail') },
  { name: 'audit-trail-filtered', who: 'full', path: at('/audit-trail?type=products&q=chain') },
  { name: 'audit-trail-nothing', who: 'full', path: at('/audit-trail?q=zzzz') },
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
  { name: 'comments', who: 'full', path: sale, opened: true, prepare: commenting },
  { name: 'comments-phone', who: 'full', path: sale, opened: true, phone: true, prepare: commenting },
  {
    name: 'share',
    who: 'full',
    path: async (who) => `/sales-orders/${(await longStory(who))?.id}`,
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^More actions/ }).click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).waitFor()
    },
  },
  {
    name: 'share-made',
    who: 'full',
    path: async (who) => `/purchase-orders/${await partlyReceived(who)}`,
    opened: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^More actions/ }).click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
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
      await page.getByRole('button', { name: 'Actions: Accounting' }).click()
      await page.getByRole('menuitem', { name: 'Log' }).click()
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
]
