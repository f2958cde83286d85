import { createProduct } from '../contract/products.ts'
import { accessible } from './support/accessible.ts'
import { foundInLedger, setRole } from './support/database.ts'
import { expect, test } from './support/test.ts'
import { card as cardOf } from './support/texts.ts'

test('the ledger: not checked, correct, incorrect; owners also see it on the dashboard, staff nowhere', async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1, stock_quantity: 5 })
  const card = cardOf(page, 'Ledger')
  await page.goto('/settings/ledger')
  await expect(card).toContainText('The ledger has not been checked yet')

  await foundInLedger(person.org_id, [])
  await page.reload()
  await expect(card).toContainText('Every unit is accounted for')
  await expect(card).toContainText('Checked just now.')

  await foundInLedger(person.org_id, [
    { rule: 'balances-are-the-sum-of-movements', rows: 3 },
    { rule: 'totals-are-the-levels', rows: 1 },
  ])
  await page.goto('/')
  const alert = page.getByRole('alert').filter({ hasText: 'The ledger doesn’t add up' })
  await expect(alert).toContainText('2 checks failed')
  await accessible(page)
  await alert.getByRole('link', { name: 'Review' }).click()
  await expect(page).toHaveURL('/settings/ledger')
  await expect(card).toContainText('Balances are the sum of movements: 3 violations')
  await expect(card).toContainText('Totals are the levels: 1 violation')
  await expect(card).toContainText('npm run check-ledger -- --rows')
  await accessible(page)

  await setRole(person, 'staff')
  await page.goto('/')
  await expect(page.getByText('Total Products')).toBeVisible()
  await expect(alert).toHaveCount(0)
  await page.goto('/settings/ledger')
  await expect(page.getByText('Only owners and admins see the ledger check')).toBeVisible()
  await expect(card).toHaveCount(0)
})
