import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { limits } from '../../contract/limits.ts'
import {
  type LabelCode,
  type LabelPaperName,
  labelPaperNames,
  labelPapers,
  printProductLabels,
  printReceiptLabels,
} from '../../contract/product-labels.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'
import { pdfPages, pdfRectangles } from '../testing/pdf-text.ts'
import type { Label } from './label.ts'
import { printLabels } from './print-labels.ts'

const app = await sharedApp()

beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
})

/** The texts on the pages of a file that an address returns. */
async function printed(me: Caller, path: string, query: Record<string, string | number>): Promise<string> {
  const parameters = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
  const response = await me.fetch(`/api/v1${path}?${new URLSearchParams(parameters).toString()}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return pdfPages(Buffer.from(await response.arrayBuffer())).join('')
}

type Caller = Awaited<ReturnType<typeof app.signUp>>

/** What a scanner reads on the first page, printed with 300 dots per inch: "EAN13 5901234123457". */
async function scanned(file: Buffer, paper: LabelPaperName): Promise<string[]> {
  const { page } = labelPapers[paper]
  const [width, height] = [Math.round((page.width / 25.4) * dpi), Math.round((page.height / 25.4) * dpi)]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const dot = (points: number) => Math.round((points / 72) * dpi)
  for (const bar of pdfRectangles(file)[0] ?? [])
    for (let y = dot(bar.y); y < dot(bar.y + bar.height); y++)
      for (let x = dot(bar.x); x < dot(bar.x + bar.width); x++)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  const picture = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0]
  const codes = await readBarcodes(picture, { tryHarder: true, maxNumberOfSymbols: 99 })
  return codes.map(({ format, text }) => `${format} ${text}`).sort((a, b) => a.localeCompare(b))
}

const dpi = 300

const label = (code: string, fields: Partial<Label> = {}): Label => ({
  name: 'Chai',
  sku: code,
  code,
  lot: null,
  price: null,
  copies: 1,
  ...fields,
})

function print(labels: readonly Label[], paper: LabelPaperName, code: LabelCode = 'barcode', first_label = 1) {
  const company = { name: 'Acme', time_zone: 'Europe/Berlin' }
  return printLabels({ labels, paper: labelPapers[paper], code, first_label, company })
}

test.each(labelPaperNames)('%s: scanners read each kind of code, with every text on its label', async (paper) => {
  const texts = { name: 'Chef Anton’s Gumbo Mix '.repeat(5), price: '$1,299.00', lot: 'Lot A-12 · Expires 3 Mar 2027' }
  const read = async (code: string, wanted: LabelCode = 'barcode') =>
    scanned(await print([label(code, { ...texts, sku: 'GUMBO-1' })], paper, wanted), paper)
  expect(await read('5901234123457')).toEqual(['EAN13 5901234123457'])
  expect(await read('96385074')).toEqual(['EAN8 96385074'])
  expect(await read('GUMBO-1')).toEqual(['Code128 GUMBO-1'])
  expect(await read('GUMBO-1', 'qr')).toEqual(['QRCode GUMBO-1'])
  expect(await read('ÄÖ-7')).toEqual(['QRCode ÄÖ-7'])
  // Too many lines for the label, so that they would be too thin.
  const long = 'A-very-long-SKU-of-fifty-letters-and-digits-01234567890'
  expect(await read(long)).toEqual([`QRCode ${long}`])
})

test('digits with a wrong check digit are a Code 128, and a UPC-A is one', async () => {
  expect(await scanned(await print([label('5901234123456')], 'a4_24'), 'a4_24')).toEqual(['Code128 5901234123456'])
  // Readers report a UPC-A as the EAN-13 that it is.
  expect(await scanned(await print([label('012345678905')], 'a4_24'), 'a4_24')).toEqual(['EAN13 0012345678905'])
})

test('a full sheet of different codes is read, and nothing is outside of its label', async () => {
  const codes = Array.from({ length: 65 }, (_, index) => `NWT-${100 + index}`)
  const file = await print(
    codes.map((code) => label(code)),
    'a4_65',
  )
  expect(await scanned(file, 'a4_65')).toEqual(codes.map((code) => `Code128 ${code}`))
  const { corner, step, columns, label: size } = labelPapers.a4_65
  const mm = (points: number) => (points * 25.4) / 72
  const edges = Array.from({ length: columns }, (_, column) => corner.x + column * step.x)
  for (const { x, width } of pdfRectangles(file)[0] ?? [])
    expect(edges.some((left) => mm(x) > left + 1 && mm(x + width) < left + size.width - 1)).toBe(true)
})

test('a partly used sheet starts at the given label, and the next sheet at its first', async () => {
  const file = await print([label('A-1', { copies: 24 })], 'a4_24', 'barcode', 23)
  const tops = pdfRectangles(file).map((page) => Math.min(...page.map(({ y }) => y)))
  expect(tops).toHaveLength(2)
  expect(tops[0]).toBeGreaterThan(700)
  expect(tops[1]).toBeLessThan(100)
  expect(pdfPages(file).map((page) => page.match(/A-1/g)?.length)).toEqual([2, 22])
})

test('labels of a list: its products in its order, each as often as asked, with prices if asked', async () => {
  const me = await app.signUp()
  const chai = await me.call(createProduct, { name: 'Chai', sku: 'B-2', price: 18, barcode: '5901234123457' })
  const chang = await me.call(createProduct, { name: 'Chang', sku: 'A-1', price: 19.5 })
  await me.call(createProduct, { name: 'Tofu', sku: 'C-3', price: 23, quantity_decimals: 1 })
  const text = (query: Record<string, string | number>) => printed(me, '/products/labels', { paper: 'a4_24', ...query })
  expect(await text({ product_ids: `${chang.id}, ${chai.id}` })).toBe('Chang\nA-1\nChai\nB-2\n5901234123457\n')
  await me.call(deleteProduct, { id: (await me.call(listProducts, { sku: 'C-3' })).items[0]!.id })
  expect(await text({ sort: 'sku', with_price: 'true' })).toMatch(
    /^Chang\n\$19\.50\nA-1\nChai\n\$18\.00\nB-2\n5901234123457\n$/,
  )
  expect(await text({ sort: '-sku', copies: 2 })).toMatch(/^(Chai\nB-2\n5901234123457\n){2}(Chang\nA-1\n){2}$/)
  expect(await text({ search: 'chai' })).toBe('Chai\nB-2\n5901234123457\n')
  expect(await text({ product_id: chai.id })).toBe('Chai\nB-2\n5901234123457\n')
})

test('refused: more than the sheet has, too many at once, no product, another company’s product', async () => {
  const me = await app.signUp()
  const chai = await me.call(createProduct, { name: 'Chai', sku: 'A-1', price: 18 })
  const input = { paper: 'a4_24', product_id: chai.id } as const
  expect(await me.refused(printProductLabels, { ...input, first_label: 25 })).toMatchObject({
    status: 422,
    fields: { first_label: 'The sheet has fewer labels than that' },
  })
  expect(await me.refused(printProductLabels, { ...input, copies: limits.labelsPerFile + 1 })).toMatchObject({
    fields: { copies: 'At most 2,000 labels can be printed at once' },
  })
  await me.call(createProduct, { name: 'Chang', sku: 'A-2', price: 18 })
  expect(await me.refused(printProductLabels, { paper: 'a4_24', copies: 1_001 })).toMatchObject({
    fields: { copies: 'At most 2,000 labels can be printed at once' },
  })
  expect(await me.refused(printProductLabels, { paper: 'a4_24', search: 'nothing like it' })).toMatchObject({
    status: 404,
  })
  const selected = (count: number) => Array.from({ length: count }, () => chai.id).join(',')
  expect(await me.refused(printProductLabels, { paper: 'a4_24', product_ids: selected(101) })).toMatchObject({
    status: 422,
    fields: { product_ids: expect.stringMatching(/^Labels of at most 100 selected products/) },
  })
  expect(await me.refused(printProductLabels, { paper: 'a4_24', product_ids: `${chai.id},x` })).toMatchObject({
    status: 422,
  })
  const other = await app.signUp()
  expect(await other.refused(printProductLabels, input)).toMatchObject({ status: 404 })
})

test('labels of a receipt: one for each unit or line, with its lot; goods with decimals have one for each line', async () => {
  const s = await ordering(app)
  const coffee = await s.product(0, { name: 'Coffee', quantity_decimals: 2 })
  const order = await s.ordered(5, { product_id: coffee.id, quantity: 4, unit_price: 2 })
  const [bottles, bags] = order.lines
  const { receipt } = await s.receive(
    order,
    { quantity: 3, lot_number: 'A-12', expires_on: '2031-03-03' },
    { quantity: 2 },
    { quantity: 4, item: 1 },
  )
  const counts = async (query: Record<string, string>) => {
    const text = await printed(s.me, `/receipts/${receipt.id}/labels`, { paper: 'a4_24', ...query })
    const names = [bottles?.product_name, bags?.product_name, 'Lot A-12 · Expires 3 Mar 2031']
    return names.map((name) => text.split(`${name}\n`).length - 1)
  }
  expect(await counts({})).toEqual([5, 1, 3])
  expect(await counts({ per: 'line' })).toEqual([2, 1, 1])
  const other = await app.signUp()
  expect(await other.refused(printReceiptLabels, { id: receipt.id, paper: 'a4_24' })).toMatchObject({ status: 404 })
})

test('a receipt of more units than one file can label is refused beside the choice that helps', async () => {
  const s = await ordering(app)
  const order = await s.ordered(2_001)
  const { receipt } = await s.receive(order, 2_001)
  expect(await s.me.refused(printReceiptLabels, { id: receipt.id, paper: 'a4_24' })).toMatchObject({
    status: 422,
    fields: { per: 'At most 2,000 labels can be printed at once' },
  })
  expect(await printed(s.me, `/receipts/${receipt.id}/labels`, { paper: 'a4_24', per: 'line' })).toContain('Product 1')
})
