import { expect, test } from 'vitest'
import { createImport } from '../../contract/imports.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { importSheetsOf, productOf, stockOf } from './testing/imported.ts'
import { importSheets } from './testing/workbooks.ts'

const app = await testApp()

test('a preview refuses to remove expired units exactly where the import would', async () => {
  const client = await app.signUp()
  await importSheetsOf(
    client,
    importSheets({ products: [['Milk', 'M-1', null, null, 1, 1, 6, 0, null, null]], categories: [], transactions: [] }),
  )
  const { id: product_id } = await productOf(client, 'M-1')
  const lot = { lot_number: 'A', expires_on: '2090-01-31' }
  await client.call(createTransaction, { product_id, type: 'in', reason_code: 'purchase_order', quantity: 4, ...lot })
  await app.admin.query(`update lots set expires_on = '2020-01-31' where product_id = $1 and lot_number = 'A'`, [
    product_id,
  ])
  const rows = (...transactions: { type: string; quantity: number }[]) => ({
    products: [],
    categories: [],
    transactions: transactions.map((row) => ({ product_id: 'M-1', ...row })),
  })
  const sold = rows({ type: 'out', quantity: 7 })
  expect(await client.call(createImport, { ...sold, dry_run: true })).toMatchObject({
    problems: [{ row: 2, column: 'quantity', message: 'Only 6 of 10 can be removed: 4 have expired' }],
  })
  expect(await client.refused(createImport, sold)).toMatchObject({ code: 'import_has_problems' })

  const counted = rows({ type: 'adjustment', quantity: -8 }, { type: 'out', quantity: 1 })
  expect(await client.refused(createImport, counted)).toMatchObject({
    code: 'import_has_problems',
    message: 'Only 0 of 2 can be removed: 2 have expired',
  })
  const possible = rows({ type: 'out', quantity: 5 }, { type: 'adjustment', quantity: -4 })
  expect(await client.call(createImport, { ...possible, dry_run: true })).toMatchObject({ problem_count: 0 })
  await client.call(createImport, possible)
  expect(await stockOf(client)).toEqual({ 'M-1': 1 })
  await expectSound(app)
})
