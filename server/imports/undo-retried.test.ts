import { expect, test } from 'vitest'
import { undoImport } from '../../contract/imports.ts'
import { restoreProduct } from '../../contract/product-deletion.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { importSheetsOf, productOf, stockOf } from './testing/imported.ts'
import { importSheets } from './testing/workbooks.ts'

const app = await sharedApp()

const nuts = [
  ['Nut', 'N-1', null, null, 0.1, null, 5],
  ['Washer', 'W-1', null, null, 0.1, null, 0],
]
const goods = importSheets({ products: [['Bolt', 'B-1', null, null, 0.5, null, 10], ...nuts] })

/** An import whose undo left the bolt, because some were sold, and archived the nut and the washer. */
async function partlyUndone() {
  const client = await app.signUp()
  const { id } = await importSheetsOf(client, goods)
  const [bolt, nut] = [await productOf(client, 'B-1'), await productOf(client, 'N-1')]
  const moved = { product_id: bolt.id, quantity: 4 }
  await client.call(createTransaction, { ...moved, type: 'out', reason_code: 'customer_order' })
  expect(await client.call(undoImport, { id })).toMatchObject({ status: 'partly_undone', leftover_count: 1 })
  expect(await stockOf(client)).toEqual({ 'B-1': 6 })
  const giveBack = () => client.call(createTransaction, { ...moved, type: 'in', reason_code: 'customer_return' })
  return { client, id, nut, giveBack }
}

test('undoing the rest of an import leaves what was imported again since', async () => {
  const { client, id, giveBack } = await partlyUndone()
  await importSheetsOf(client, importSheets({ products: nuts }))
  expect(await stockOf(client)).toEqual({ 'B-1': 6, 'N-1': 5, 'W-1': 0 })
  await giveBack()
  expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
  expect(await stockOf(client)).toEqual({ 'N-1': 5, 'W-1': 0 })
  await expectSound(app)
})

test('undoing the rest of an import leaves a product that a person restored since', async () => {
  const { client, id, nut, giveBack } = await partlyUndone()
  await client.call(restoreProduct, { id: nut.id })
  await giveBack()
  expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
  expect(await stockOf(client)).toEqual({ 'N-1': 0 })
})
