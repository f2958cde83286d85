import { expect, test } from 'vitest'
import { countStock, listProductsToCount, printCountSheet, readCountProgress } from '../../contract/stock-counts.ts'
import { createProduct } from '../../contract/products.ts'
import { saveSettings } from '../../contract/settings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { manyProducts } from '../testing/many-products.ts'
import { pdfPages, pdfRectangles } from '../testing/pdf-text.ts'
import { type Stocked, stocked } from '../testing/stocked.ts'

const app = await testApp()

/** The pages of a sheet. */
async function printed(me: Stocked['me'], location_id: string, query: Record<string, string> = {}): Promise<Buffer> {
  const response = await me.fetch(`/api/v1/locations/${location_id}/count-sheet?${new URLSearchParams(query)}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await response.arrayBuffer())
}

const textOf = async (...request: Parameters<typeof printed>) => pdfPages(await printed(...request)).join('')

test('a sheet has what is left to count, in the order of the screen, and no quantities unless asked', async () => {
  const s = await stocked(app)
  const { me, main } = s
  await s.product(1_731, { name: 'Washers' })
  const bolts = await s.product(1_842, { name: 'Bolts' })
  await s.product(1_953.25, { name: 'Oil', quantity_decimals: 2 })
  await s.product(0, { name: 'Nuts' })
  const text = await textOf(me, main)
  const names = (await me.call(listProductsToCount, { location_id: main })).items.map((item) => item.product_name)
  expect([...text.matchAll(/^(Washers|Bolts|Oil|Nuts)$/gm)].map(([name]) => name)).toEqual(names)
  expect(names).toEqual(['Bolts', 'Oil', 'Washers'])
  expect(text).toContain('Up to 2 decimals')
  expect(text).toContain('Main Warehouse')
  expect(text).toContain('Page 1 of 1')
  expect(text).not.toMatch(/Expected|1,?731|1,?842|1,?953/)
  const expected = await textOf(me, main, { with_expected: 'true' })
  for (const figure of ['Expected', '1,731', '1,842', '1,953.25']) expect(expected).toContain(figure)
  await me.call(countStock, { location_id: main, product_id: bolts.id, lots: [{ from: 1_842, to: 1_842 }] })
  const today = new Date().toISOString().slice(0, 10)
  expect(await textOf(me, main, { since: today })).not.toContain('Bolts')
})

test('a sheet says when it was printed, in the company’s time, or as of when quantities are expected', async () => {
  const s = await stocked(app)
  const { me, main } = s
  await me.call(saveSettings, { time_zone: 'Asia/Tokyo', version: 1 })
  await s.product(12, { name: 'Bolts' })
  const inTokyo = /^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/m
  for (const [query, label] of [
    [{}, 'Printed'],
    [{ with_expected: 'true' }, 'Expected as of'],
  ] as const) {
    const before = Date.now()
    const text = await textOf(me, main, query)
    expect(text).toMatch(new RegExp(`^${label}$`, 'm'))
    const [printedAt = ''] = inTokyo.exec(text) ?? []
    const moment = Date.parse(`${printedAt} GMT+0900`)
    expect(Math.abs(moment - before)).toBeLessThan(120_000)
  }
})

test('each lot has a line, and the barcode is printed', async () => {
  const s = await stocked(app)
  const { me, main } = s
  const { id: product_id } = await me.call(createProduct, {
    name: 'Tea',
    sku: 'T-1',
    price: 1,
    barcode: '4006381333931',
    stock_quantity: 2,
  })
  const came = { product_id, type: 'in' as const, quantity: 5, reason_code: 'transfer_in' as const }
  await me.call(createTransaction, { ...came, lot_number: 'A-12', expires_on: '2031-03-03' })
  const text = await textOf(me, main)
  expect(text.match(/^Tea$/gm)).toHaveLength(2)
  expect(text.match(/4006381333931/g)).toHaveLength(2)
  for (const part of ['A-12', 'Expires 3 Mar 2031', '–']) expect(text).toContain(`${part}\n`)
})

test('refused: nothing left, another company’s location; viewers print, limited members their locations only', async () => {
  const s = await stocked(app)
  const { me, main, shop } = s
  await s.product(10, { name: 'Bolts' })
  expect(await me.refused(printCountSheet, { location_id: shop })).toMatchObject({ status: 404 })
  expect(await me.refused(printCountSheet, { location_id: main, part: 2 })).toMatchObject({
    status: 404,
    message: 'No products are left to count here.',
  })
  expect(await (await app.signUp()).refused(printCountSheet, { location_id: main })).toMatchObject({ status: 404 })
  const viewer = await limitedMember(app, me, [main], 'viewer')
  expect(await textOf(viewer, main)).toContain('Bolts')
  const limited = await limitedMember(app, me, [shop])
  expect(await limited.refused(printCountSheet, { location_id: main })).toMatchObject({ status: 404 })
})

test('thousands of products have sheets of 2,000 each, page by page with a heading, and together all of them', async () => {
  const me = await app.signUp()
  await manyProducts(app.admin, me.org_id, me.user_id, 6_300)
  const { rows } = await app.admin.query<{ id: string }>(
    `select id from locations where org_id = $1 and name = 'Location 0'`,
    [me.org_id],
  )
  const location_id = rows[0]?.id ?? ''
  const files = [await printed(me, location_id), await printed(me, location_id, { part: '2' })]
  const skus = files.map((file) => pdfPages(file).flatMap((page) => page.match(/^SKU-\d+$/gm) ?? []))
  const { left } = await me.call(readCountProgress, { location_id })
  expect(left).toBeGreaterThan(2_000)
  expect(skus.map((list) => list.length)).toEqual([2_000, left - 2_000])
  expect(new Set(skus.flat()).size).toBe(left)
  const pages = pdfPages(files[0] as Buffer)
  expect(pages.every((page) => page.includes('Counted\n'))).toBe(true)
  // On its own line, not only with the company in the footer.
  expect(pages.every((page) => /^(Count Sheet )?Location 0$/m.test(page))).toBe(true)
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  // A box to write in for each.
  expect(pdfRectangles(files[0] as Buffer).flat()).toHaveLength(2_000)
})
