import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { expect, test } from '../support/test.ts'
import { choices, dialog, fault, mainWarehouse } from '../support/texts.ts'

test.describe('transactions', () => {
  const inReasons = [
    'Purchase Order Receipt',
    'Customer Return',
    'Inventory Adjustment (+)',
    'Quality Control Release',
    'Transfer In',
    'Production Completion',
    'Sample Return',
    'Other',
  ]
  const outReasons = [
    'Customer Order',
    'Damaged',
    'Inventory Adjustment (−)',
    'Quality Control Hold',
    'Transfer Out',
    'Production Usage',
    'Sample Distribution',
    'Theft or Loss',
    'Expiration',
    'Other',
  ]

  test('the history has the columns, badges, notes and filters of the spec', async ({ page, person }) => {
    const { id: product_id } = await person.call(createProduct, {
      name: 'Chang',
      sku: 'NW-002',
      price: 19,
      stock_quantity: 9,
    })
    const entry = { product_id, type: 'in' as const, quantity: 2, reason_code: 'purchase_order' as const }
    await person.call(createTransaction, { ...entry, notes: 'PO-482913-117: box was wet', lot_number: 'C-118' })
    await person.call(createTransaction, { ...entry, type: 'out', reason_code: 'damaged', notes: 'test' })
    await person.call(createTransaction, { product_id, type: 'adjustment', quantity: -1 })
    await person.call(createTransactionDraft, { ...entry, quantity: 7 })
    await page.goto('/transactions')
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
    const table = page.getByRole('table', { name: 'Transaction History' })
    for (const head of ['Date & Time', 'Product', 'Type', 'Quantity', 'Status', 'Location', 'User', 'Notes'])
      await expect(table.getByRole('columnheader', { name: head, exact: true })).toBeVisible()
    const rows = table.locator('tbody tr')
    const name = person.email.split('@')[0]
    await expect(rows).toHaveText([
      /Chang NW-002Stock In\+7Pending/,
      new RegExp(`Chang NW-002Adjustment−1Completed.*${name} \\(You\\)-`),
      new RegExp(`Chang NW-002Stock Out−2Completed.*${name} \\(You\\)Damaged`),
      new RegExp(`Chang NW-002Stock In\\+2Completed.*${name} \\(You\\)PO-482913-117 · Lot C-118 · box was wet`),
      /Chang NW-002Opening\+9CompletedMain Warehouse/,
    ])
    // Every badge and the current user's "(You)" are shown in full.
    const cut = await rows.locator('td').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const { right, bottom } = cell.getBoundingClientRect()
        return [...cell.querySelectorAll('[data-tone], span > span')].filter((one) => {
          const box = one.getBoundingClientRect()
          return box.right > right || box.bottom > bottom
        })
      }),
    )
    expect(cut).toHaveLength(0)
    await expect(rows.getByText('Pending')).toHaveAttribute('data-tone', 'amber')
    await expect(rows.getByText('Completed').first()).toHaveAttribute('data-tone', 'green')
    await page.getByRole('button', { name: 'Transaction Type' }).click()
    expect((await choices(page)).slice(0, 4)).toEqual(['All', 'Stock In', 'Stock Out', 'Adjustments'])
    await page.getByRole('option', { name: 'Adjustments' }).click()
    await expect(rows).toHaveCount(1)
  })

  test('Add Transaction offers stock in and out with their reasons, and shows failures', async ({ page, person }) => {
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
    await page.goto(`/transactions?add=1&product=${id}`)
    const form = dialog(page)
    await expect(form.getByRole('radio')).toHaveCount(2)
    for (const [type, reasons] of [
      ['Stock In', inReasons],
      ['Stock Out', outReasons],
      ['Stock In', inReasons],
    ] as const) {
      await form.getByText(type, { exact: true }).click()
      await form.getByRole('combobox', { name: /Reason/ }).click()
      expect(await choices(page)).toEqual(reasons)
      await page.getByRole('option', { name: reasons[1] }).click()
    }
    await page.route('**/api/v1/transactions', (route) =>
      route.request().method() === 'POST' ? route.fulfill(fault) : route.fallback(),
    )
    await form.getByRole('button', { name: 'Add Transaction' }).click()
    await expect(form.getByRole('alert')).toHaveText('Failed to add transaction')
  })
})

test('location transfers: filters, columns, badges, and validation messages', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const warehouse = await mainWarehouse(person)
  const { id: product_id } = await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    stock_quantity: 9,
  })
  const move = { product_id, from_location_id: warehouse, to_location_id: shop.id, quantity: 2 }
  await person.call(createTransfer, { ...move, notes: 'for the weekend' })
  await person.call(createTransfer, { ...move, status: 'pending', reason: 'demand' })
  await page.goto('/location-transfers')
  const table = page.getByRole('table', { name: 'Transfer History' })
  const rows = table.locator('tbody tr')
  await expect(rows).toHaveText([
    /Chang NW-002Main WarehouseShop floor2 unitsPendingHigh Demand/,
    /Chang NW-002Main WarehouseShop floor2 unitsCompletedRestocking · for the weekend/,
  ])
  await expect(rows.getByText('Pending')).toHaveAttribute('data-tone', 'amber')
  await expect(rows.getByText('Completed')).toHaveAttribute('data-tone', 'green')
  await rows
    .first()
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel transfer' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(rows.getByText('Cancelled')).toHaveAttribute('data-tone', 'red')

  await page.getByRole('button', { name: 'Status', exact: true }).click()
  expect(await choices(page)).toEqual(['All Statuses', 'Pending', 'Completed', 'Cancelled'])
  await page.getByRole('option', { name: 'Completed' }).click()
  await expect(rows).toHaveCount(1)
  for (const [query, count] of [
    [`product=${product_id}`, 2],
    [`location=${shop.id}`, 2],
    ['from=2020-01-01', 2],
    ['to=2020-01-01', 0],
  ] as const) {
    await page.goto(`/location-transfers?${query}`)
    if (count === 0) await expect(page.getByText('No transfers found.')).toBeVisible()
    else await expect(rows).toHaveCount(count)
  }
  await page.goto('/location-transfers')
  await page.getByRole('button', { name: 'New Transfer' }).click()
  const form = dialog(page)
  await expect(form.getByRole('heading', { name: 'Transfer Inventory' })).toBeVisible()
  await expect(form.getByRole('textbox', { name: /Notes/ })).toBeVisible()
  await form.getByRole('button', { name: /^Transfer/ }).click()
  await expect(form.getByText('Please select a product')).toBeVisible()
  await expect(form.getByText('Please select a source location')).toBeVisible()
  await expect(form.getByText('Please select a destination location')).toBeVisible()
  await expect(form.getByRole('button', { name: /^Transfer/ })).toBeDisabled()
})
