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
  const rules = cardOf(page, 'Rules')
  await page.goto('/settings/ledger')
  await expect(page.getByRole('heading', { name: 'The ledger has not been checked yet' })).toBeVisible()
  await expect(rules).toHaveCount(0)

  await foundInLedger(person.org_id, [])
  await page.reload()
  const sound = cardOf(page, 'Every unit is accounted for')
  await expect(sound).toContainText('Checked just now.')
  await expect(sound).toContainText('Rules that hold3 of 3Units on hand5Postings1Movements1')
  await expect(rules.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Holds' }) })).toHaveCount(3)
  // Its only result is the one above.
  await expect(cardOf(page, 'Recent checks')).toHaveCount(0)

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
  const broken = cardOf(page, 'The ledger doesn’t add up')
  await expect(broken).toContainText('1 of 3')
  await expect(broken).toContainText('npm run check-ledger -- --rows')
  const violated = rules.getByRole('listitem').filter({ hasText: 'violation' })
  await expect(violated).toHaveText([
    'Every stock level is the sum of its movements3 violationsbalances-are-the-sum-of-movements',
    'Product totals are the sum of their locations1 violationtotals-are-the-levels',
  ])
  await expect(cardOf(page, 'Recent checks').getByRole('listitem')).toHaveText([/2 violated/, /All hold/])
  await accessible(page)

  await setRole(person, 'staff')
  await page.goto('/')
  await expect(page.getByText('Total Products')).toBeVisible()
  await expect(alert).toHaveCount(0)
  await page.goto('/settings/ledger')
  await expect(page.getByText('Only owners and admins see the ledger check')).toBeVisible()
  await expect(broken).toHaveCount(0)
})
