import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { categoryPalette } from '../../contract/categories.ts'
import { downloadImportTemplate } from '../../contract/imports.ts'
import { sharedApp } from '../testing/app.ts'

const app = await sharedApp()

test('the template has the sheets, columns and widths of the spec, and one example row each', async () => {
  const me = await app.signUp()
  const response = await me.fetch(`/api/v1${downloadImportTemplate.path}`)
  expect(response.headers.get('content-disposition')).toContain('inventory_template.xlsx')
  const { SheetNames, Sheets } = read(await response.arrayBuffer(), { cellStyles: true })
  expect(SheetNames).toEqual(['Products', 'Categories', 'Transactions', 'Suppliers', 'Locations', 'How it works'])
  const rows = (name: string) => utils.sheet_to_json<string[]>(Sheets[name] ?? {}, { header: 1 })
  expect(SheetNames.slice(0, 5).map((name) => rows(name).length)).toEqual([2, 2, 2, 2, 2])
  expect(rows('Products')[0]).toEqual(
    'name sku description category_name price cost_price stock_quantity min_stock_level image location'.split(' '),
  )
  expect(Sheets['Products']?.['!cols']?.map(({ wch }) => Math.round(wch ?? 0))).toEqual([
    20, 15, 30, 15, 12, 12, 12, 12, 30, 20,
  ])
  expect(rows('Categories')[0]).toEqual(['name', 'description', 'color'])
  expect(rows('Categories')[1]?.[2]).toBe(categoryPalette[0])
  expect(rows('Suppliers')[0]).toEqual(
    'name email phone address contact_person tax_id payment_terms notes status'.split(' '),
  )
  expect(rows('Locations')[0]).toEqual('name description address contact_person phone email'.split(' '))
  expect(rows('How it works').flat().join(' ')).toContain('blank cells leave a field as it is')
  expect(rows('Transactions')[0]).toEqual('product_id type quantity notes status currency'.split(' '))
  const [sku, type, , , status, currency] = rows('Transactions')[1] ?? []
  expect([sku, type, status, currency]).toEqual([rows('Products')[1]?.[1], 'in', 'completed', 'USD'])
})
