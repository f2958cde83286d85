import type { Page } from '@playwright/test'
import { listLocations } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { countStock, listProductsToCount } from '../contract/stock-counts.ts'
import { readProductStock } from '../contract/stock.ts'
import { createTransaction } from '../contract/transactions.ts'
import { accessible } from './support/accessible.ts'
import { countedEarlier } from './support/database.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { card } from './support/texts.ts'
import { visit } from './support/visit.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Counted units of ${name}` })
const onHand = async (person: Person, product_id: string) =>
  (await person.call(readProductStock, { product_id })).on_hand

const stock = (person: Person, name: string, sku: string, stock_quantity: number) =>
  person.call(createProduct, { name, sku, price: 5, stock_quantity })

/** A count of the default location, without a difference, three days ago. */
async function countedDaysAgo(person: Person, product_id: string, on_hand: number): Promise<void> {
  const [main] = (await person.call(listLocations, {})).items
  const lots = [{ from: on_hand, to: on_hand }]
  const { count } = await person.call(countStock, { location_id: main?.id ?? '', product_id, lots })
  await countedEarlier(count.id, 3)
}

test('a location is counted by keyboard: Enter saves and goes on, differences are posted and can be undone', async ({
  page,
  person,
}) => {
  const bolts = await stock(person, 'Bolts', 'B-1', 10)
  const nuts = await stock(person, 'Nuts', 'N-1', 4)
  const screws = await stock(person, 'Screws', 'S-1', 7)
  await countedDaysAgo(person, bolts.id, 10)
  await visit(page, '/locations')
  await page.getByRole('button', { name: 'Actions: Main Warehouse' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Count stock' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Stock Count' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Location' })).toHaveValue('Main Warehouse')
  await expect(page.getByText('0 of 3 products counted')).toBeVisible()
  await accessible(page)

  // From what should be there.
  await field(page, 'Bolts').press('ArrowDown')
  await field(page, 'Bolts').press('ArrowDown')
  await expect(field(page, 'Bolts')).toHaveValue('8')
  await expect(page.getByRole('button', { name: 'Save · −2 units' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Nuts')).toBeFocused()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Screws')).toBeFocused()
  await expect(page.getByText('2 of 3 products counted · 1 with a difference')).toBeVisible()
  // The count continues when it is opened again, also tomorrow.
  await expect(page).toHaveURL(/since=\d{4}-\d\d-\d\d/)
  await page.keyboard.type('-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Quantity cannot be negative')).toBeVisible()
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await field(page, 'Screws').fill('')
  await page.getByRole('button', { name: 'Matches: Screws' }).press('Enter')
  await expect(page.getByText('Everything is counted')).toBeVisible()
  expect(await onHand(person, bolts.id)).toBe(8)
  expect([await onHand(person, nuts.id), await onHand(person, screws.id)]).toEqual([4, 7])

  const counted = card(page, 'Counted').getByRole('listitem')
  await expect(counted).toHaveCount(3)
  // Each is sent without waiting for the one before it, so their order may differ.
  for (const text of [/^ScrewsS-1Matches7/, /^NutsN-1Matches4/, /^BoltsB-1−210 → 8/])
    await expect(counted.filter({ hasText: text })).toHaveCount(1)
  await accessible(page)
  await counted.getByRole('button', { name: 'Undo count: Bolts' }).press('Enter')
  await expect(counted.filter({ hasText: 'Bolts' })).toContainText('Undone')
  await expect(field(page, 'Bolts')).toBeVisible()
  expect(await onHand(person, bolts.id)).toBe(10)
})

test('units that move during a count are noticed, and the next attempt starts from the new figure', async ({
  page,
  person,
}) => {
  const bolts = await stock(person, 'Bolts', 'B-1', 10)
  await visit(page, '/stock-count')
  await field(page, 'Bolts').fill('9')
  await person.call(createTransaction, {
    product_id: bolts.id,
    type: 'out',
    quantity: 4,
    reason_code: 'customer_order',
  })
  await expect(page.getByText('B-1 · 6 on hand')).toBeVisible()
  await field(page, 'Bolts').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('On hand is now 6; it was 10 when you started')
  expect(await onHand(person, bolts.id)).toBe(6)
  await field(page, 'Bolts').fill('5')
  await page.getByRole('button', { name: 'Save · −1 unit' }).click()
  await expect(page.getByText('Everything is counted')).toBeVisible()
  expect(await onHand(person, bolts.id)).toBe(5)
})

test('a product is found by its code, counted lot by lot, and the next code can be scanned', async ({
  page,
  person,
}) => {
  const tea = await stock(person, 'Tea', 'T-1', 2)
  await person.call(createTransaction, {
    product_id: tea.id,
    type: 'in',
    quantity: 5,
    reason_code: 'transfer_in',
    lot_number: 'A',
  })
  await stock(person, 'Cups', 'C-1', 0)
  await visit(page, '/stock-count')
  const find = page.getByRole('textbox', { name: 'Find or scan a product' })
  await find.focus()
  await page.keyboard.type('c-1')
  await expect(page.getByRole('option', { name: /Cups/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Cups')).toBeFocused()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(find).toBeFocused()
  const lots = page.getByRole('textbox', { name: /counted units of Tea/ })
  await lots.last().fill('4')
  await lots.last().press('Enter')
  await expect(page.getByText('Enter what you counted, 0 if there are none')).toBeVisible()
  await lots.first().fill('3')
  await lots.first().press('Enter')
  await expect(card(page, 'Counted').getByRole('listitem').first()).toContainText('Tea')
  await expect(page.getByText('Everything is counted')).toBeVisible()
  const { locations } = await person.call(readProductStock, { product_id: tea.id })
  expect(locations[0]?.lots.map(({ on_hand }) => on_hand)).toEqual([3, 4])
})

test('counts that aren’t saved yet are there again after a reload, and gone once they are saved', async ({
  page,
  person,
}) => {
  await stock(person, 'Bolts', 'B-1', 10)
  await stock(person, 'Nuts', 'N-1', 4)
  const cups = await stock(person, 'Cups', 'C-1', 0)
  await visit(page, '/stock-count')
  await field(page, 'Bolts').fill('9')
  await page.getByRole('textbox', { name: 'Find or scan a product' }).fill('c-1')
  await page.getByRole('option', { name: /Cups/ }).click()
  await field(page, 'Cups').fill('3')
  await page.reload()
  await expect(field(page, 'Cups')).toHaveValue('3')
  await expect(field(page, 'Bolts')).toHaveValue('9')
  await expect(field(page, 'Nuts')).toHaveValue('')
  await field(page, 'Cups').press('Enter')
  await expect(field(page, 'Cups')).toHaveCount(0)
  await field(page, 'Bolts').fill('')
  await field(page, 'Nuts').fill('5')
  await page.reload()
  await expect(field(page, 'Nuts')).toHaveValue('5')
  await expect(field(page, 'Bolts')).toHaveValue('')
  await expect(field(page, 'Cups')).toHaveCount(0)
  expect(await onHand(person, cups.id)).toBe(3)
})

test('a count that is being entered stays in its place when a colleague counts the product, and can replace theirs', async ({
  page,
  person,
}) => {
  const { id: product_id } = await stock(person, 'Bolts', 'B-1', 10)
  await stock(person, 'Nuts', 'N-1', 4)
  await visit(page, '/stock-count')
  await field(page, 'Bolts').fill('9')
  const [main] = (await person.call(listLocations, {})).items
  const theirs = { location_id: main?.id ?? '', product_id, lots: [{ from: 10, to: 8 }] }
  await person.call(countStock, theirs)
  await expect(page.getByText('A colleague has counted this product meanwhile.')).toBeVisible()
  await expect(field(page, 'Bolts')).toHaveValue('9')
  await expect(field(page, 'Bolts')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('On hand is now 8; it was 10 when you started')
  await field(page, 'Bolts').press('Enter')
  await expect(field(page, 'Bolts')).toHaveCount(0)
  await expect.poll(() => onHand(person, product_id)).toBe(9)
  // Without input, a product that a colleague counted leaves the list.
  await expect(field(page, 'Nuts')).toBeVisible()
  const [nuts] = (await person.call(listProductsToCount, { location_id: main?.id ?? '' })).items.filter(
    (one) => one.product_sku === 'N-1',
  )
  await person.call(countStock, { ...theirs, product_id: nuts?.product_id ?? '', lots: [{ from: 4, to: 4 }] })
  await expect(field(page, 'Nuts')).toHaveCount(0)
  await expect(page.getByText('Everything is counted')).toBeVisible()
})

test('a count that was started before a reload still notices units that moved since', async ({ page, person }) => {
  const { id: product_id } = await stock(person, 'Bolts', 'B-1', 10)
  await visit(page, '/stock-count')
  await field(page, 'Bolts').fill('9')
  await page.reload()
  await expect(field(page, 'Bolts')).toHaveValue('9')
  const taken = { product_id, type: 'out', quantity: 4, reason_code: 'customer_order' } as const
  await person.call(createTransaction, taken)
  await page.reload()
  await field(page, 'Bolts').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('On hand is now 6; it was 10 when you started')
  expect(await onHand(person, product_id)).toBe(6)
})
