import { expect, test } from 'vitest'
import { createImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import { importFieldLabels } from '../../contract/import-fields.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { downloadInventoryReport } from '../../contract/inventory-report.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { importSheetsOf, productOf, upload } from './testing/imported.ts'
import { importSheets, type SheetCells } from './testing/workbooks.ts'

const app = await sharedApp()

type Row = [name: string, sku: string, barcode: string | number | null]

const goods = (rows: Row[], heading = 'barcode'): SheetCells => ({
  ...importSheets({}),
  Products: [['name', 'sku', heading], ...rows],
})

async function problemsOf(client: Client, rows: Row[]): Promise<unknown[]> {
  const { preview } = await upload(client, goods(rows))
  return preview.problems.map(({ cell, message }) => [cell, message])
}

test('a barcode is imported under each of its headings, changed, shown, restored by an undo, and exported', async () => {
  const me = await app.signUp()
  await importSheetsOf(me, goods([['Bolt', 'B-1', 4006381333931]], 'EAN'))
  await importSheetsOf(me, goods([['Nut', 'N-1', null]], 'Bar code'))
  expect(await productOf(me, 'B-1')).toMatchObject({ barcode: '4006381333931' })
  expect(await productOf(me, 'N-1')).toMatchObject({ barcode: null })
  const file = await upload(
    me,
    goods(
      [
        ['Bolt', 'B-1', '5000159407236'],
        ['Nut', 'N-1', null],
      ],
      'GTIN',
    ),
  )
  expect(file.preview.changes.map(({ sku, fields }) => [sku, fields])).toEqual([
    ['B-1', [{ field: 'barcode', from: '4006381333931', to: '5000159407236', place: null }]],
  ])
  expect(importFieldLabels.barcode).toBe('Barcode')
  const { id } = (await me.call(createImport, { import_file_id: file.id })) as ImportRecord
  const report = await (await me.fetch(`/api/v1${downloadInventoryReport.path}?format=csv`)).text()
  expect(report).toContain('Min Stock Level,Barcode\r\n')
  expect(report).toMatch(/Bolt,B-1,.*,5000159407236\r\n/)
  expect(await me.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
  expect(await productOf(me, 'B-1')).toMatchObject({ barcode: '4006381333931' })
})

test('a barcode taken by another row or product is a problem at its cell', async () => {
  const me = await app.signUp()
  await me.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1, barcode: '111' })
  expect(
    await problemsOf(me, [
      ['Nut', 'N-1', '222'],
      ['Washer', 'W-1', '222'],
      ['Screw', 'S-1', '111'],
      ['Bolt', 'B-1', '111'],
    ]),
  ).toEqual([
    ['C3', 'This barcode is already used in row 2.'],
    ['C4', 'This barcode belongs to Bolt (B-1).'],
    ['C5', 'This barcode is already used in row 4.'],
  ])
  expect(await problemsOf(me, [['Bolt', 'B-1', '111']])).toEqual([])
  expect(await problemsOf(me, [['Nut', 'N-1', '1'.repeat(101)]])).toEqual([
    ['C2', 'This text is longer than 100 characters'],
  ])
})

test('an undo leaves a barcode that another product has meanwhile, and says so', async () => {
  const me = await app.signUp()
  await importSheetsOf(
    me,
    goods([
      ['Bolt', 'B-1', '111'],
      ['Nut', 'N-1', null],
    ]),
  )
  const { id } = await importSheetsOf(me, goods([['Bolt', 'B-1', '333']]))
  const nut = await productOf(me, 'N-1')
  await me.call(updateProduct, { id: nut.id, version: nut.version, name: 'Nut', sku: 'N-1', price: 0, barcode: '111' })
  const undone = await me.call(undoImport, { id })
  expect(undone).toMatchObject({ status: 'partly_undone' })
  expect(undone.leftovers.map(({ sku, field, message }) => [sku, field, message])).toEqual([
    ['B-1', 'barcode', 'Barcode not restored: another product has this value now'],
  ])
  expect(await productOf(me, 'B-1')).toMatchObject({ barcode: '333' })
})

test('a barcode taken between preview and confirmation stops the import, with nothing written', async () => {
  const me = await app.signUp()
  const file = await upload(me, goods([['Nut', 'N-1', '111']]))
  expect(file.preview.problems).toEqual([])
  await me.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1, barcode: '111' })
  const refused = await me.refused(createImport, { import_file_id: file.id })
  expect(refused.code).toBe('import_has_problems')
  await expect(productOf(me, 'N-1')).rejects.toThrow('there is no N-1')
})

test('of products and an import that take one barcode at once, one gets it', async () => {
  const me = await app.signUp()
  const files = await Promise.all([1, 2, 3].map((n) => upload(me, goods([[`Nut ${n}`, `N-${n}`, '111']]))))
  const answers = await Promise.allSettled([
    ...files.map((file) => me.call(createImport, { import_file_id: file.id })),
    ...[4, 5, 6].map((n) => me.call(createProduct, { name: 'Bolt', sku: `B-${n}`, price: 1, barcode: '111' })),
  ])
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason.body.error.code as string] : [],
  )
  expect(codes).toHaveLength(5)
  for (const code of codes) expect(['barcode_taken', 'import_has_problems', 'in_progress']).toContain(code)
})
