import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createImport, listImports, type ImportRecord } from '../../contract/imports.ts'
import { testApp } from '../testing/app.ts'

const app = await testApp()
const migration = readFileSync(join(import.meta.dirname, '../../db/migrations/0030_import_updates.sql'), 'utf8')

test('a partly undone import of an earlier version reads like one of this version', async () => {
  const client = await app.signUp()
  const rows = { products: [{ name: 'Bolt', sku: 'B-1', stock_quantity: 3 }], categories: [], transactions: [] }
  const { id, counts } = (await client.call(createImport, rows)) as ImportRecord
  const product_id = crypto.randomUUID()
  const stayed = { product_id, sku: 'B-1', name: 'Bolt', location: 'Main', needed: 3, available: 1, message: 'Gone' }
  await app.admin.query('drop table import_changes')
  await app.admin.query('alter table import_files drop column set_stock, drop column changes')
  await app.admin.query('update imports set counts = $2, leftovers = $3 where id = $1', [
    id,
    JSON.stringify({
      products: { rows: 1, created: 1, restored: 0 },
      categories: { rows: 0, created: 0 },
      locations: { created: 0 },
      transactions: { rows: 0, posted: 0, drafts: 0, already_imported: 0 },
      units: { opening: 3, in: 0, out: 0, adjusted: 0, change: 3 },
      value_at_price: 0,
    }),
    JSON.stringify([stayed]),
  ])
  await app.admin.query(`set role onhand_owner; ${migration}; reset role`)
  const { product_id: record_id, ...rest } = stayed
  // How many are only named by products wasn't counted then.
  const counted = JSON.parse(
    JSON.stringify(counts, (key, value: unknown) => (key === 'only_named' ? undefined : value)),
  )
  expect((await client.call(listImports, {})).items).toMatchObject([
    { id, counts: counted, leftovers: [{ ...rest, kind: 'product', record_id, field: null }] },
  ])
})
