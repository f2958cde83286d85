import { expect, test } from 'vitest'
import { type LabelCode, labelCodes, type LabelPaperName, labelPaperNames, labelPapers } from '../../contract/labels.ts'
import { pdfPages, pdfRectangles, pdfTexts } from '../testing/pdf-text.ts'
import { scannedCodes } from '../testing/scanned-codes.ts'
import type { Label } from './label.ts'
import { printLabels } from './print-labels.ts'

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
    scannedCodes(await print([label(code, { ...texts, sku: 'GUMBO-1' })], paper, wanted), paper)
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
  expect(await scannedCodes(await print([label('5901234123456')], 'a4_24'), 'a4_24')).toEqual(['Code128 5901234123456'])
  // Readers report a UPC-A as the EAN-13 that it is.
  expect(await scannedCodes(await print([label('012345678905')], 'a4_24'), 'a4_24')).toEqual(['EAN13 0012345678905'])
})

test('a price is never broken, however long it is and narrow its label', async () => {
  for (const paper of labelPaperNames)
    for (const code of labelCodes)
      for (const price of ['$99,999,999.99', 'IDR 12,345,678.00', 'F\u202fCFA 12,345,678.50']) {
        const [texts = []] = pdfTexts(await print([label('GUMBO-1', { price })], paper, code))
        expect(
          texts.map(({ text }) => text),
          `${paper}, ${code}`,
        ).toContain(price)
      }
})

test('a full sheet of different codes is read, and nothing is outside of its label', async () => {
  const codes = Array.from({ length: 65 }, (_, index) => `NWT-${100 + index}`)
  const file = await print(
    codes.map((code) => label(code)),
    'a4_65',
  )
  expect(await scannedCodes(file, 'a4_65')).toEqual(codes.map((code) => `Code128 ${code}`))
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

test('the name of a location is as large as fits, and its code is read on every label', async () => {
  const shelf = (name: string) => label('LOC-3FA81B22', { name, sku: null, isLarge: true })
  const nameSize = async (name: string, paper: LabelPaperName) => {
    const file = await print([shelf(name)], paper)
    expect(pdfPages(file).join('').replaceAll(/\s+/g, ' ')).toBe(`${name} LOC-3FA81B22 `)
    return pdfTexts(file)[0]?.[0]?.size ?? 0
  }
  for (const paper of labelPaperNames) {
    expect(await nameSize('A-12', paper)).toBeGreaterThan(15)
    expect(await nameSize('Main Warehouse, Aisle 12', paper)).toBeGreaterThanOrEqual(8)
  }
  // The narrowest label, the lowest one, and one with room.
  for (const paper of ['a4_65', 'roll_51_25', 'roll_62_29'] as const)
    for (const code of labelCodes)
      expect(await scannedCodes(await print([shelf('Main Warehouse, Aisle 12')], paper, code), paper)).toEqual([
        code === 'qr' ? 'QRCode LOC-3FA81B22' : 'Code128 LOC-3FA81B22',
      ])
})
