import { createProduct } from '../contract/products.ts'
import { createTransaction } from '../contract/transactions.ts'
import { lackedMembers, type OldestBrowser, oldestBrowsers } from '../tools/shared/oldest-browsers.ts'
import { runFirst } from './support/tab.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

/** Removes what the oldest supported version of a browser (README.md) doesn't have. */
function without(browser: OldestBrowser): string {
  const lacked = [...lackedMembers(browser, 'javascript.builtins'), ...lackedMembers(browser, 'api')]
  return `{
    const listIterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
    for (const [ownerName, name] of ${JSON.stringify(lacked)}) {
      if (name === ownerName) continue
      const owner = ownerName === '' || ownerName === 'Window' ? globalThis : globalThis[ownerName]
      if (!owner) continue
      delete owner[name.replace(/_static$/, '')]
      if (owner.prototype) delete owner.prototype[name]
      if (ownerName === 'Iterator') delete listIterator[name]
    }
  }`
}

for (const browser of ['safari', 'firefox'] as const) {
  test(`searching, filters, live updates and notifications need nothing that ${browser} ${oldestBrowsers[browser]} lacks`, async ({
    page,
    person,
  }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await runFirst(page, without(browser))
    const { id: product_id } = await person.call(createProduct, { name: 'Chain 11-speed', sku: 'CHN-11', price: 30 })
    await person.call(createProduct, { name: 'Inner tube', sku: 'TUB-28', price: 6 })
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
    await page.getByPlaceholder('Name, SKU or description').fill('tube')
    await expect(page).toHaveURL(/q=tube/)
    await expect(page.getByRole('link', { name: 'Inner tube' }).filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Chain 11-speed' })).toHaveCount(0)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    expect(errors).toEqual([])
  })
}

test('on a phone that is held sideways, nothing is behind its camera or its round corners', async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Chain 11-speed', sku: 'CHN-11', price: 30, stock_quantity: 4 })
  const [width, inset] = [844, 59]
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: inset, right: inset } })
  await page.setViewportSize({ width, height: 390 })
  const covered = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('a[href], button, input, h1, h2, h3, p')].flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const isShown = bottom > 0 && top < innerHeight && right - left > 1 && one.checkVisibility()
      return isShown && (left < ${inset} || right > ${width - inset}) ? [one.ariaLabel || one.textContent] : []
    })`)
  for (const path of ['/', '/products', '/products/new']) {
    await visit(page, path)
    expect(await covered()).toEqual([])
  }
  await visit(page, '/products')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Products' })).toBeVisible()
  expect(await covered()).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  expect(await covered()).toEqual([])
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await cdp.detach()
})
