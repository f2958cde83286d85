import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createImport } from '../../contract/imports.ts'
import { createProduct, listProducts, readProduct } from '../../contract/products.ts'
import { importSheets } from '../imports/testing/workbooks.ts'
import { upload } from '../imports/testing/imported.ts'
import { type Client, testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'

const app = await testApp()
const upgrade = readFileSync(join(import.meta.dirname, '../../db/migrations/0995_codes_without_marks.sql'), 'utf8')

/** A product as it could be stored once: with a mark before and after its codes. */
async function marked(me: Client, sku: string, barcode: string | null = null, mark = '\u200e'): Promise<string> {
  const { id } = await me.call(createProduct, { name: `Bolt ${sku}`, sku: `${sku} once`, price: 1 })
  await app.admin.query('update products set sku = $2, barcode = $3 where id = $1', [
    id,
    `${mark}${sku}\u200b `,
    barcode && `${mark}${barcode}`,
  ])
  return id
}

const codesOf = async (me: Client, id: string) => {
  const { sku, barcode } = await me.call(readProduct, { id })
  return { sku, barcode }
}

test('after the upgrade, products stored with invisible marks around their codes are found by these codes', async () => {
  const me = await app.signUp()
  const bolt = await marked(me, 'B-1', '4006381333931')
  const inside = await marked(me, 'ن\u200cB', null, '\u2060\u00a0')
  const other = await app.signUp()
  const theirs = await marked(other, 'B-1')
  const sheet = {
    ...importSheets({}),
    Products: [
      ['name', 'sku', 'price'],
      ['Bolt', 'B-1', 5],
    ],
  }
  expect((await upload(me, sheet)).preview.counts.products).toMatchObject({ created: 1 })

  await app.admin.query(`begin; set local role onhand_owner; ${upgrade}; commit`)

  expect(await codesOf(me, bolt)).toEqual({ sku: 'B-1', barcode: '4006381333931' })
  expect(await codesOf(me, inside)).toEqual({ sku: 'ن\u200cB', barcode: null })
  expect(await codesOf(other, theirs)).toEqual({ sku: 'B-1', barcode: null })
  for (const search of ['B-1', '4006381333931'])
    expect((await me.call(listProducts, { search })).items.map(({ id }) => id)).toContain(bolt)
  const file = await upload(me, sheet)
  await me.call(createImport, { import_file_id: file.id })
  expect(await me.call(readProduct, { id: bolt })).toMatchObject({ price: 5 })
  await expectSound(app)
})

test('the upgrade leaves a code that another product already has', async () => {
  const me = await app.signUp()
  const { id: bare } = await me.call(createProduct, { name: 'Nut', sku: 'n-1', price: 1, barcode: '111' })
  const same = await marked(me, 'N-1', '111')
  const [first, second] = [await marked(me, 'W-1', '222'), await marked(me, 'w-1', '222', '\u200f')]

  await app.admin.query(`begin; set local role onhand_owner; ${upgrade}; commit`)

  expect(await codesOf(me, bare)).toEqual({ sku: 'n-1', barcode: '111' })
  expect(await codesOf(me, same)).toEqual({ sku: '\u200eN-1\u200b ', barcode: '\u200e111' })
  expect(await codesOf(me, first)).toEqual({ sku: 'W-1', barcode: '222' })
  expect(await codesOf(me, second)).toEqual({ sku: '\u200fw-1\u200b ', barcode: '\u200f222' })
})
