import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCategory, listCategories } from '../../contract/categories.ts'
import { createImport } from '../../contract/imports.ts'
import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct, readProduct } from '../../contract/products.ts'
import { createSupplier, listSuppliers } from '../../contract/suppliers.ts'
import { testApp, type Client } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { upload } from './testing/imported.ts'
import { importSheets } from './testing/workbooks.ts'

const app = await testApp()
const file = join(import.meta.dirname, '../../db/migrations/1025_names_without_marks.sql')
const upgrade = () => app.admin.query(`begin; set local role onhand_owner; ${readFileSync(file, 'utf8')}; commit`)

/** Stores a name as it could be stored once: with marks and blanks around it. */
const mark = (table: string, id: string, before = '\u200e', after = '\u200b ') =>
  app.admin.query(`update ${table} set name = $2 || name || $3 where id = $1`, [id, before, after])

const namesOf = async (me: Client) => ({
  categories: (await me.call(listCategories, {})).items.map(({ name }) => name),
  suppliers: (await me.call(listSuppliers, {})).items.map(({ name }) => name),
  locations: (await me.call(listLocations, {})).items.map(({ name }) => name),
})

test('after the upgrade, an import finds categories, suppliers and locations that were stored with marks and blanks around their names', async () => {
  const me = await app.signUp()
  const { id: category } = await me.call(createCategory, { name: 'Tea', color: '#3B82F6' })
  const { id: supplier_id } = await me.call(createSupplier, { name: 'Tokyo Traders' })
  const { id: attic } = await me.call(createLocation, { name: 'Attic' })
  const { id: customer } = (
    await app.admin.query<{ id: string }>(
      `insert into customers (org_id, id, user_id, name) values ($1, gen_random_uuid(), $2, 'Ana') returning id`,
      [me.org_id, me.user_id],
    )
  ).rows[0] ?? { id: '' }
  const { id } = await me.call(createProduct, { name: 'Chai', sku: 'C-1', price: 1, location: 'Attic' })
  await mark('categories', category)
  await mark('suppliers', supplier_id, '', ' ')
  await mark('locations', attic, '\u2060\u00a0', '')
  await mark('customers', customer)
  await app.admin.query('update products set location = $2 where id = $1', [id, '\u2060\u00a0Attic'])

  await upgrade()

  const sheet = {
    ...importSheets({}),
    Products: [
      ['name', 'sku', 'price', 'category', 'supplier_name', 'location'],
      ['Green', 'G-1', 5, 'tea', 'Tokyo Traders', 'Attic'],
    ],
  }
  const { id: import_file_id } = await upload(me, sheet)
  await me.call(createImport, { import_file_id })
  expect(await namesOf(me)).toEqual({
    categories: ['Tea'],
    suppliers: ['Tokyo Traders'],
    locations: ['Main Warehouse', 'Attic'],
  })
  expect((await me.call(readProduct, { id })).location).toBe('Attic')
  const { rows } = await app.admin.query('select name from customers where id = $1', [customer])
  expect(rows).toEqual([{ name: 'Ana' }])
  await expectSound(app)
})

test('the upgrade leaves a name that another record already has, and what other organizations call theirs', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  await me.call(createCategory, { name: 'tea', color: '#3B82F6' })
  const { id: marked } = await me.call(createCategory, { name: 'Tea 2', color: '#3B82F6' })
  await app.admin.query(`update categories set name = E'\\u200eTea' where id = $1`, [marked])
  await other.call(createLocation, { name: 'Attic' })
  const { id: attic } = await me.call(createLocation, { name: 'Attic' })
  await mark('locations', attic)
  const { id: twin } = await me.call(createLocation, { name: 'Attic' })
  const { id } = await me.call(createProduct, { name: 'Chai', sku: 'C-1', price: 1 })
  await app.admin.query('update products set location = $2 where id = $1', [id, '\u200eAttic\u200b '])

  await upgrade()

  expect((await namesOf(me)).categories.toSorted((one, two) => one.localeCompare(two))).toEqual(['tea', '\u200eTea'])
  const { items } = await me.call(listLocations, {})
  expect(items.find((location) => location.id === attic)?.name).toBe('\u200eAttic\u200b ')
  expect(items.find((location) => location.id === twin)?.name).toBe('Attic')
  // The product still names the location whose name stayed.
  expect((await me.call(readProduct, { id })).location).toBe('\u200eAttic\u200b ')
})
