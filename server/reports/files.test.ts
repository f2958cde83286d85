import { describe, expect, test } from 'vitest'
import { csvPieces } from './csv.ts'
import { moneyText, quantityText } from './decimal-text.ts'
import type { FileColumn } from '../../contract/report-columns.ts'
import type { FileRow } from './file-row.ts'
import { rowsOfWorkbook, strictCsv, unzipped } from './testing/files.ts'
import { workbookPieces } from './workbook.ts'

const columns: readonly FileColumn[] = [
  { header: 'Name', kind: 'text', width: 10 },
  { header: 'Units', kind: 'quantity', width: 10 },
  { header: 'Worth', kind: 'money', width: 10 },
]

async function* batchesOf(rows: readonly FileRow[], size = 2) {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
async function csvOf(rows: readonly FileRow[]): Promise<string[][]> {
  return strictCsv(Buffer.concat(await Array.fromAsync(csvPieces(columns, batchesOf(rows)))).toString())
}
async function workbookOf(rows: readonly FileRow[], rowsMax?: number) {
  return rowsOfWorkbook(
    Buffer.concat(await Array.fromAsync(workbookPieces('Report', columns, batchesOf(rows), { rowsMax }))),
  )
}

test.each([
  ['12.5000', '12.5', '12.50'],
  ['3.0000', '3', '3.00'],
  ['0', '0', '0.00'],
  ['-0.5', '-0.5', '-0.50'],
  ['100', '100', '100.00'],
  ['12345678901234567890.12345678', '12345678901234567890.12345678', '12345678901234567890.12345678'],
])('%s keeps its digits: %s units, %s dollars', (decimal, units, dollars) => {
  expect([quantityText(decimal), moneyText(decimal)]).toEqual([units, dollars])
})

describe('CSV', () => {
  test("separators, quotes and line breaks are quoted; numbers aren't, including negative ones", async () => {
    const texts = ['plain', 'a,b', 'a"b', '"', 'a\nb', 'a\r\nb', 'a;b', ' a ', '=A1', 'Ünï 漢字 🚲']
    const rows = await csvOf(texts.map((text) => [text, '-5.0000', '-1.1000']))
    expect(rows.slice(1).map(([text]) => text)).toEqual(texts.map((text) => (text === '=A1' ? "'=A1" : text)))
    expect(rows[1]?.slice(1)).toEqual(['-5', '-1.10'])
  })

  test('null is an empty field', async () => {
    expect((await csvOf([[null, null, null]]))[1]).toEqual(['', '', ''])
  })
})

describe('workbooks', () => {
  // Except CR LF, which this test's reader turns into one line break.
  test('any text is read back unchanged, as text', async () => {
    const texts = [
      '<a & "b">',
      "it's",
      ' kept ',
      'a\nb',
      'a\rb',
      '_x000D_',
      'a\u0001b',
      '\uFFFE',
      '=1+1',
      '-5',
      '007',
      '漢字 🚲',
    ]
    const { Report } = await workbookOf(texts.map((text) => [text, '1', null]))
    expect(Report?.slice(1).map(([text]) => text)).toEqual(texts)
    expect(Report?.[1]).toEqual(['<a & "b">', 1, null])
  })

  test('its parts are well-formed, and the archive declares the type of each', async () => {
    const texts = ['<a & "b">', ']]>', 'a\r\nb', '=1+1']
    const bytes = await Array.fromAsync(
      workbookPieces('Report', columns, batchesOf(texts.map((text) => [text, '1', '2.5']))),
    )
    const parts = unzipped(Buffer.concat(bytes))
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    for (const [name, xml] of parts) {
      const withoutTags = xml.replaceAll(/<[^<>]*>/g, '')
      expect(withoutTags, name).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot);)/)
    }
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).toContain('&lt;a &amp; "b"&gt;')
    expect(sheet).toContain('a_x000D_\nb')
    // Formula-like text stays text even after editing.
    expect(sheet).toContain('<c r="A5" s="5" t="inlineStr"><is><t xml:space="preserve">=1+1</t>')
    expect(parts.get('xl/styles.xml')).toContain('quotePrefix="1"')
  })

  test('a text that no cell can hold ends with an ellipsis, never with half a character', async () => {
    const texts = ['a'.repeat(32_767), 'a'.repeat(32_768), `${'a'.repeat(32_765)}🚲🚲`]
    const { Report } = await workbookOf(texts.map((text) => [text, '1', null]))
    expect(Report?.slice(1).map(([text]) => text)).toEqual([
      texts[0],
      `${'a'.repeat(32_766)}…`,
      `${'a'.repeat(32_765)}…`,
    ])
    expect((await csvOf(texts.map((text) => [text, '1', null]))).slice(1).map(([text]) => text)).toEqual(texts)
  })

  test.each([
    [3, 1],
    [4, 2],
    [6, 2],
    [7, 3],
  ])('%i rows with four per sheet fill %i', async (count, sheets) => {
    const rows = Array.from({ length: count }, (_, index): FileRow => [`Row ${index}`, String(index), null])
    const found = await workbookOf(rows, 4)
    expect(Object.keys(found)).toEqual(['Report', 'Report 2', 'Report 3'].slice(0, sheets))
    const all = Object.values(found)
    expect(all.map((sheet) => sheet[0])).toEqual(all.map(() => ['Name', 'Units', 'Worth']))
    expect(all.flatMap((sheet) => sheet.slice(1)).map(([, units]) => units)).toEqual(rows.map((_, index) => index))
    expect(all.every(({ length }) => length <= 4)).toBe(true)
  })

  test('a failing row source fails the workbook', async () => {
    async function* broken(): AsyncGenerator<FileRow[]> {
      yield [['A', '1', '2']]
      throw new Error('the rows are gone')
    }
    await expect(Array.fromAsync(workbookPieces('Report', columns, broken()))).rejects.toThrow('the rows are gone')
  })
})
