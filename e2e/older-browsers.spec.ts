import { createProduct } from '../contract/products.ts'
import { createTransaction } from '../contract/transactions.ts'
import { runFirst } from './support/tab.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

/** Removes what the oldest supported Safari (16.4, README.md) doesn't have. */
const safari164 = `
  for (const [owner, names] of [
    [globalThis, ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'BarcodeDetector', 'Iterator']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']],
    [AbortSignal, ['any']], [URL, ['canParse', 'parse']], [Map, ['groupBy']], [Object, ['groupBy']],
    [Array, ['fromAsync']], [Promise, ['withResolvers', 'try']], [RegExp, ['escape']],
    [Document.prototype, ['startViewTransition']], [Element.prototype, ['checkVisibility']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
  ]) for (const name of names) delete owner[name]
`

test('searching, live updates and notifications need nothing that Safari 16.4 lacks', async ({ page, person }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await runFirst(page, safari164)
  const { id: product_id } = await person.call(createProduct, { name: 'Chain 11-speed', sku: 'CHN-11', price: 30 })
  await visit(page, '/')
  // One letter is wrong.
  await page.getByRole('button', { name: /^Search products/ }).click()
  await page.getByRole('textbox', { name: /^Search products/ }).fill('Add prodict')
  await expect(page.getByRole('dialog').getByText('Add product', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await visit(page, '/products?view=table')
  await expect(page.getByRole('cell', { name: '24' })).toHaveCount(0)
  await person.call(createTransaction, { product_id, type: 'in', quantity: 24, reason_code: 'purchase_order' })
  await expect(page.getByRole('cell', { name: '24' }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  expect(errors).toEqual([])
})
