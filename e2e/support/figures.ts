import { expect, type Page } from '@playwright/test'
import { dollarsText, type Ledger, sumMovements, unitsText } from './ledger.ts'
import type { Person } from './person.ts'

/**
 * Visits every screen that shows a stock figure, compares it with the sums of the movements, and returns those sums.
 * Screens are opened by links, so they show what a person sees who never reloads.
 */
export async function expectFiguresToBeTheMovements(page: Page, person: Person): Promise<Ledger> {
  const ledger = await sumMovements(person)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expectDashboard(page, ledger)
  await menu.getByRole('link', { name: 'Products' }).click()
  await expectProducts(page, ledger)
  await menu.getByRole('link', { name: 'Categories' }).click()
  await expectCategories(page, ledger)
  await menu.getByRole('link', { name: 'Locations' }).click()
  // The sum over all locations is the total, unless units have none.
  const standing = page
    .locator('dl > div')
    .filter({ has: page.getByText('On hand', { exact: true }) })
    .locator('dd')
  if (ledger.units_have_sum)
    await expect.poll(async () => sumOfTexts(await standing.allInnerTexts())).toBe(unitsText(ledger.units))
  else await expect(standing.first()).toHaveText('Mixed')
  return ledger
}

async function expectDashboard(
  page: Page,
  { products, units, units_have_sum, value_cents, low, out, ...mixed }: Ledger,
): Promise<void> {
  const tile = (label: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${label}`) })
  await expect(tile('Total Products')).toContainText(String(products.length))
  const stock = units_have_sum ? unitsText(units) : mixedText(mixed, `${products.length - out} products`, '')
  await expect(tile('Total Inventory')).toContainText(`${stock}${dollarsText(value_cents)} retail value`)
  await expect(tile('Low Stock Items')).toContainText(`Low Stock Items${low}at or below minimum`)
  if (out > 0)
    await expect(page.getByRole('main')).toContainText(
      `${out} ${out === 1 ? 'product is' : 'products are'} out of stock`,
    )
}

/** Every row of the table, in a window that is high enough to draw them all. */
async function expectProducts(
  page: Page,
  { products, units, units_have_sum, value_cents, out, ...mixed }: Ledger,
): Promise<void> {
  const window = page.viewportSize()
  const stock = units_have_sum
    ? `${unitsText(units)} units`
    : mixedText(mixed, `${products.length - out} in stock`, ' ')
  await expect(
    page.getByText(`${products.length} products · ${stock} · ${dollarsText(value_cents)} retail value`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.setViewportSize({ width: 1280, height: 300 + products.length * 41 })
  const rows = page.getByRole('table', { name: 'Products' }).locator('tbody')
  const shown = async () => {
    const [names, figures] = await Promise.all([
      rows.locator('[data-row-link]').allInnerTexts(),
      rows.locator('strong').allInnerTexts(),
    ])
    return Object.fromEntries(names.map((name, index) => [name, figures[index]]))
  }
  const summed = Object.fromEntries(products.map(({ name, sku, on_hand }) => [`${name} ${sku}`, unitsText(on_hand)]))
  await expect.poll(shown).toEqual(summed)
  if (window) await page.setViewportSize(window)
}

async function expectCategories(page: Page, { products }: Ledger): Promise<void> {
  const counts = new Map<string, number>()
  for (const { category } of products) if (category) counts.set(category, (counts.get(category) ?? 0) + 1)
  for (const [name, count] of counts) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(card).toContainText(`${count} ${count === 1 ? 'product' : 'products'}`)
  }
}

/** Units of products that are counted in whole units, and how many others are in stock; else the number of products. */
function mixedText(
  { whole_units, decimal_products }: Pick<Ledger, 'whole_units' | 'decimal_products'>,
  products: string,
  separator: string,
): string {
  if (whole_units === 0n && decimal_products > 0) return products
  const units = `${unitsText(whole_units)} ${whole_units === BigInt(10_000) ? 'unit' : 'units'}`
  if (decimal_products === 0) return units
  return `${units}${separator}plus ${decimal_products} ${decimal_products === 1 ? 'product' : 'products'} in decimals`
}

function sumOfTexts(texts: string[]): string {
  return unitsText(
    BigInt(Math.round(texts.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0) * 10_000)),
  )
}
