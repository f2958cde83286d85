import type { Page } from '@playwright/test'
import { listProducts } from '../../contract/products.ts'
import { listPurchaseOrders } from '../../contract/purchase-orders.ts'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { listTransactions } from '../../contract/transactions.ts'
import type { Person } from '../../e2e/support/person.ts'
import { at, chain, longStory, partlyReceived, type Screen } from './screen.ts'

type Step = readonly [role: 'button' | 'menuitem' | 'link', name: string | RegExp]

/** Presses the first of each, one after the other, and waits for what comes up. */
const press =
  (...steps: readonly Step[]) =>
  async (page: Page): Promise<void> => {
    for (const [role, name] of steps) await page.getByRole(role, { name }).first().click()
    await page.locator(':is([role=dialog], [role=menu])').filter({ visible: true }).first().waitFor()
  }

const opened = (name: string, path: Screen['path'], ...steps: readonly Step[]): Screen => ({
  name,
  who: 'full',
  path,
  opened: true,
  prepare: press(...steps),
})

const sale: Screen['path'] = async (who) => `/sales-orders/${(await longStory(who))?.id}`
const delivered: Screen['path'] = async (who) => `/sales-orders/${await salesOrder(who, 'delivered')}`
const purchaseForm: Screen['path'] = async (who) => `/purchase-orders/${await partlyReceived(who)}?edit`
/** An order that was sent, of which nothing has arrived. */
const purchase: Screen['path'] = async (who) =>
  `/purchase-orders/${(await who?.call(listPurchaseOrders, { status: 'ordered' }))?.items[0]?.id}`
const posting: Screen['path'] = async (who) =>
  `/postings/${(await who?.call(listTransactions, { type: 'out' }))?.items[0]?.posting_id}`
const held: Screen['path'] = async (who) => {
  const all = (await who?.all(listProducts, {})) ?? []
  return `/products/${all.find(({ stock }) => stock.held > 0)?.id}`
}

/** A product with lots, one of which has expired. */
const expired: Screen['path'] = async (who) => {
  const all = (await who?.all(listProducts, {})) ?? []
  return `/products/${all.find(({ stock }) => stock.to_promise < stock.available)?.id}`
}

const salesOrder = async (who: Person | null, status: 'delivered') =>
  (await who?.call(listSalesOrders, { status }))?.items[0]?.id

/** Every menu and dialog that the other lists don't open. */
export const openedScreens: readonly Screen[] = [
  opened('user-menu', at('/categories'), ['button', /^User menu/]),
  opened('companies', at('/categories'), ['button', /Switch company$/]),
  opened('company-new', at('/categories'), ['button', /Switch company$/], ['menuitem', 'New company']),
  { ...opened('navigation', at('/categories'), ['button', 'Open navigation']), phone: true },
  { ...opened('settings-sections', at('/settings/company'), ['button', /^Settings section/]), phone: true },
  { ...opened('as-of-phone', chain, ['button', 'As of now']), phone: true },
  opened('columns', at('/products?view=table'), ['button', /^Choose columns/]),
  { ...opened('products-selected', at('/products?view=table')), prepare: selectThree },
  { ...opened('cards-selected', at('/products?view=grid')), prepare: selectCards },
  { ...opened('products-selected-phone', at('/products')), phone: true, prepare: selectCards },
  { ...opened('sales-selected-phone', at('/sales-orders?status=shipped')), phone: true, prepare: selectCards },
  {
    ...opened('products-edit', at('/products?view=table')),
    prepare: async (page) => {
      await selectThree(page)
      await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('combobox', { name: 'Price' }).click()
      await page.getByRole('option', { name: 'Raise by' }).click()
      await page.getByRole('textbox', { name: 'Percent' }).fill('4.5')
    },
  },
  { ...opened('products-delete', at('/products?view=table&filter=out')), prepare: deleteThree },
  { ...opened('products-kept', at('/products?view=table&sort=-on_hand')), prepare: deleteThree },
  { ...opened('sales-selected', at('/sales-orders?status=shipped')), prepare: selectAll },
  {
    ...opened('sales-slips', at('/sales-orders')),
    prepare: async (page) => {
      await selectThree(page)
      await page.getByRole('toolbar').getByRole('button', { name: 'Print Packing Slips' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Print/ })
        .waitFor()
    },
  },
  { ...opened('purchases-selected', at('/purchase-orders')), prepare: selectThree },
  {
    ...opened('purchases-submit', at('/purchase-orders?status=draft')),
    prepare: async (page) => {
      await selectAll(page)
      await page.getByRole('toolbar').getByRole('button', { name: 'Submit', exact: true }).click()
      await page.getByRole('dialog', { name: /[Ss]ubmit \d/ }).waitFor()
    },
  },
  opened('date-filter', at('/transactions'), ['button', /^Choose .* in a calendar$/]),
  opened('date-field', purchaseForm, ['button', 'Open calendar']),
  opened('sort-menu', at('/products?view=grid'), ['button', /^Sort/]),
  opened('row-menu', at('/products?view=table'), ['button', /^Actions: /]),
  opened('remove-question', at('/settings/members'), ['button', 'Actions: Maya Lind'], ['menuitem', 'Remove member']),
  {
    ...opened('delete-impossible', at('/products?view=table&q=CHN-11')),
    prepare: async (page) => {
      await press(['button', /^Actions: /], ['menuitem', 'Delete Product'])(page)
      await page.getByRole('dialog', { name: /^Can’t delete/ }).waitFor()
    },
  },
  opened('held-goods', held, ['button', /^(Release|Scrap|Decide)/]),
  opened('lot-edit', expired, ['button', /^Edit lot /]),
  opened('sales-print', delivered, ['button', 'Print']),
  opened('sales-more', sale, ['button', /^More actions/]),
  opened('sales-status', sale, ['button', /^Status: /]),
  opened('sales-payment', sale, ['button', 'Add Payment']),
  opened('sales-return', delivered, ['button', /^More actions/], ['menuitem', 'Return goods']),
  opened('comment-menu', sale, ['button', /^Actions: comment by /]),
  opened('purchase-cancel', purchase, ['button', /^More actions/], ['menuitem', 'Cancel order']),
  opened('posting-undo', posting, ['button', 'Undo']),
  opened('purchase-edit-more', purchaseForm, ['button', /^More actions/]),
  opened(
    'shipment-edit',
    at('/shipping?status=pending'),
    ['button', /^Actions: SO-/],
    ['menuitem', 'Details'],
    ['button', /^Edit$/],
  ),
  opened('shipment-earlier', at('/shipping?status=pending'), ['button', /^Actions: SO-/], ['menuitem', /earlier day/]),
  opened('shipment-failed', at('/shipping?status=in_transit'), ['button', /^Actions: SO-/], ['menuitem', /failed/]),
  opened('invite', at('/settings/members'), ['button', 'Invite people']),
  opened(
    'invitation-link',
    at('/settings/members'),
    ['button', 'Actions: Invitation link'],
    ['menuitem', 'Create a new link'],
  ),
  opened('api-key-new', at('/settings/api-keys?add=1')),
  opened('webhook-edit', at('/settings/webhooks'), ['button', /^Actions: /], ['menuitem', 'Edit']),
  opened('webhook-resume', at('/settings/webhooks'), ['button', /^Actions: /], ['menuitem', 'Resend from an event']),
  opened(
    'webhook-secret',
    at('/settings/webhooks'),
    ['button', /^Actions: /],
    ['menuitem', 'Rotate secret'],
    ['button', 'Rotate secret'],
  ),
  opened('email-change', at('/profile'), ['button', 'Change email']),
  opened('account-delete', at('/profile'), ['button', 'Delete account']),
]

async function selectThree(page: Page): Promise<void> {
  for (const row of [1, 2, 4])
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(row)
      .check()
}

async function deleteThree(page: Page): Promise<void> {
  await selectThree(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').waitFor()
}

async function selectCards(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const card of [0, 2])
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(card)
      .check()
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all' }).check()
}
