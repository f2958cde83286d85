import type { Page } from '@playwright/test'
import type { Workplace } from './workplace.ts'

/** What a person does on a screen all day: `open` opens the screen, `press` is measured until `shown`. */
export type Interaction = Readonly<{
  name: string
  open: (page: Page, at: Workplace) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
  shown: (page: Page) => Promise<unknown>
}>

const typed = { delay: 80 }
const searchField = (page: Page) => page.getByPlaceholder('Name, SKU or description')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const table = '/products?view=table'

export const interactions: readonly Interaction[] = [
  {
    name: 'open a list',
    open: (page) => page.goto('/'),
    press: (page) => page.getByRole('link', { name: 'Products', exact: true }).click(),
    shown: (page) => heading(page, 'Products'),
  },
  {
    name: 'type in its search',
    open: (page) => page.goto(table),
    press: async (page) => {
      await searchField(page).focus()
      await page.keyboard.type('brass lamp', typed)
    },
    shown: (page) => page.waitForURL(/q=brass/),
  },
  {
    name: 'sort it',
    open: (page) => page.goto(table),
    press: (page) => page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click(),
    shown: (page) => page.waitForURL(/sort=/),
  },
  {
    name: 'open a product',
    open: (page) => page.goto(table),
    press: (page) => page.getByRole('row').nth(3).getByRole('link').first().click(),
    shown: (page) => page.waitForURL(/\/products\/[0-9a-f-]{36}/),
  },
  {
    name: 'open the palette and type',
    open: (page) => page.goto(table),
    press: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Search products, categories...' }).waitFor()
      await page.keyboard.type('brass lamp', typed)
    },
    shown: (page) => page.getByRole('dialog').getByText(/lamp/i).first().waitFor(),
  },
  {
    name: 'open an order',
    open: (page) => page.goto('/sales-orders'),
    press: (page) => page.getByRole('row').nth(1).getByRole('link').first().click(),
    shown: (page) => heading(page, /^SO-/),
  },
  {
    name: 'change a line of 40',
    open: (page, { sales_order_id }) => page.goto(`/sales-orders/${sales_order_id}?edit`),
    press: async (page) => {
      const quantity = page.getByRole('textbox', { name: /^Quantity of / }).nth(2)
      await quantity.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('12', typed)
      await page.keyboard.press('Tab')
    },
    shown: (page) =>
      page
        .getByRole('button', { name: /^(Update|Save)/ })
        .first()
        .waitFor(),
  },
  {
    name: 'receive 20 lines',
    open: (page, { purchase_order_id }) => page.goto(`/receiving?order=${purchase_order_id}`),
    press: (page) => page.getByRole('button', { name: /^Receive all/ }).click(),
    shown: (page) =>
      page
        .getByRole('status')
        .filter({ hasText: /units of .* received/ })
        .waitFor(),
  },
  {
    name: 'count a product',
    open: (page, { product_id }) => page.goto(`/products/${product_id}`),
    press: async (page) => {
      await page
        .getByRole('button', { name: /^Edit stock at / })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'Current Quantity' }).waitFor()
      await page.keyboard.type('1234', typed)
      await page.keyboard.press('Enter')
    },
    shown: (page) =>
      page
        .getByRole('status')
        .filter({ hasText: /on hand/ })
        .waitFor(),
  },
]
