import { CFB } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { Refusal } from '../platform/refusal.ts'
import { testApp, type Client } from '../testing/app.ts'
import { readWorkbook } from './read/read-workbook.ts'
import type { Sheets } from './sheets/sheets.ts'
import { readingMemory } from './testing/reading-memory.ts'
import { importSheets, mergedXls, sheetFile, workbookFile, zipFile } from './testing/workbooks.ts'
import { countWhileUnpacking } from './workbook/count-while-unpacking.ts'
import { nothingHidden } from './workbook/hidden-parts.ts'

const app = await testApp()

const mb = 1_048_576

/**
 * The result of reading a hostile file: its refusal or its sheets, and the memory used. The reader itself refuses files
 * that take too long, with another message.
 */
async function attack(file: Uint8Array, name = 'goods.xlsx') {
  const before = process.memoryUsage.rss()
  const answer = await readWorkbook('', { file, file_name: name, columns: [], layouts: [] }).then(
    (text) => JSON.parse(text) as Sheets,
    (error: unknown) => error,
  )
  if (answer instanceof Error && !(answer instanceof Refusal)) throw answer
  return { answer, grownMb: (process.memoryUsage.rss() - before) / mb }
}

async function refusedAs(sentence: string, file: Uint8Array, name?: string): Promise<void> {
  const { answer, grownMb } = await attack(file, name)
  expect(answer).toBeInstanceOf(Refusal)
  expect(answer).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining(sentence) })
  expect(grownMb).toBeLessThan(250)
}

const headings = '<c r="A1" t="str"><v>name</v></c><c r="B1" t="str"><v>sku</v></c>'
const bolt = '<row r="2"><c r="A2" t="str"><v>Bolt</v></c><c r="B2" t="str"><v>B-1</v></c></row>'
const oneBolt = [{ row: 2, values: { name: 'Bolt', sku: 'B-1' } }]

describe('hostile .xlsx files', () => {
  test('a hundred thousand entries, whatever the end record claims', async () => {
    const entries = Array.from({ length: 65_000 }, (_, n) => ({ name: `xl/${n}.xml`, content: Buffer.alloc(0) }))
    const file = zipFile(entries)
    await refusedAs('more than 1000 parts', file)
    const lying = Buffer.from(file)
    lying.writeUInt16LE(3, lying.length - 22 + 10)
    await refusedAs('damaged', lying)
  })

  test('entries with false offsets or lengths, or duplicate names', async () => {
    const good = [{ name: '[Content_Types].xml', content: Buffer.from('<Types/>') }]
    for (const offset of [0xffffffff, 0x7fffffff, 1]) {
      const moved = zipFile(good)
      moved.writeUInt32LE(offset, moved.length - 22 - 46 - 19 + 42)
      await refusedAs('damaged', moved)
    }
    const directory = zipFile(good)
    directory.writeUInt32LE(0xfffffff0, directory.length - 22 + 16)
    await refusedAs('damaged', directory)
    await refusedAs('damaged', zipFile([...good, ...good]))
  })

  test('names with path traversal, and nested archives, stay packed', async () => {
    const inner = zipFile([{ name: 'bomb', content: Buffer.alloc(5 * mb) }])
    const extra = { '../../../etc/cron.d/x.xml': 'root', 'xl/embeddings/inner.zip': inner.toString('latin1') }
    const { answer } = await attack(sheetFile(headings, bolt, { extra }))
    expect((answer as Sheets).products?.rows).toEqual(oneBolt)
  })

  test('a false dimension, a false text count and overlapping merged ranges', async () => {
    const overlapping = `<mergeCells>${'<mergeCell ref="C1:XFD1048576"/>'.repeat(9_999)}</mergeCells>`
    expect(((await attack(sheetFile(headings, bolt, { after: overlapping }))).answer as Sheets).products?.rows).toEqual(
      oneBolt,
    )
    const extra = { 'xl/sharedStrings.xml': '<sst count="4000000000" uniqueCount="4000000000"><si><t>x</t></si></sst>' }
    const before = '<dimension ref="A1:XFD1048576"/>'
    expect(((await attack(sheetFile(headings, bolt, { extra, before }))).answer as Sheets).products?.rows).toEqual(
      oneBolt,
    )
  })

  test('more rows than allowed, and deeply nested elements', async () => {
    const rows = Array.from({ length: limits.importRowsPerSheet + 1 }, (_, n) => [`Bolt ${n}`, `B-${n}`])
    await refusedAs('The Products sheet has more than 50,000 rows', workbookFile(importSheets({ products: rows })))
    const nest = `${'<x>'.repeat(100_000)}${'</x>'.repeat(100_000)}`
    const { answer } = await attack(sheetFile(headings, bolt + nest))
    expect((answer as Sheets).products?.rows).toEqual(oneBolt)
  })
})

describe('a sheet far beyond the limits is refused under 100 MB', () => {
  const manyRows = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const [name, sku] = [
        `<c r="A${n + 2}" t="str"><v>Bolt ${n}</v></c>`,
        `<c r="B${n + 2}" t="str"><v>B-${n}</v></c>`,
      ]
      return `<row r="${n + 2}">${name}${sku}</row>`
    }).join('')

  test('with 300,000 rows', async () => {
    const { sentence, grownMb } = await readingMemory(sheetFile(headings, manyRows(300_000)), 'goods.xlsx')
    expect(sentence).toBe('The Products sheet has more than 50,000 rows. Split it into several files.')
    expect(grownMb).toBeLessThan(100)
  })

  test('with a million merged ranges', async () => {
    const after = `<mergeCells count="1000000">${'<mergeCell ref="A1:B2"/>'.repeat(1_000_000)}</mergeCells>`
    const { sentence, grownMb } = await readingMemory(sheetFile(headings, bolt, { after }), 'goods.xlsx')
    expect(sentence).toBe('The Products sheet has more than 10,000 merged ranges. Unmerge them and try again.')
    expect(grownMb).toBeLessThan(100)
  })

  test('with a million merged ranges in an .xls file', async () => {
    const { sentence, grownMb } = await readingMemory(mergedXls(1_000_000), 'goods.xls')
    expect(sentence).toBe('The Products sheet has more than 10,000 merged ranges. Unmerge them and try again.')
    expect(grownMb).toBeLessThan(100)
  })

  test("but a sheet that isn't imported can be any length", async () => {
    const extra = {
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${manyRows(120_000)}</sheetData></worksheet>`,
    }
    const { answer } = await attack(sheetFile(headings, bolt, { extra }))
    expect((answer as Sheets).products?.rows).toEqual(oneBolt)
    // The same sheet under a name that doesn't clearly identify it counts.
    const renamed = { ...extra, 'xl/workbook.xml': extra['xl/workbook.xml'].replace('Notes', '&#78;otes') }
    await refusedAs('A sheet has more than 50,000 rows', sheetFile(headings, bolt, { extra: renamed }))
  })

  test.each(['', 'x:'])('wherever its XML chunks end (<%srow>)', (prefix) => {
    const row = `<${prefix}row r="1" spans="1:2"><${prefix}c r="A1"><${prefix}v>1</${prefix}v></${prefix}c></${prefix}row>`
    const blank = `<${prefix}row r="2"/><${prefix}rowBreaks/>`
    const xml = Buffer.from((row + blank).repeat(limits.importRowsUnpacked))
    for (const size of [7, 65_537]) {
      const look = countWhileUnpacking('Products', nothingHidden())
      for (let at = 0; at < xml.length; at += size) look(xml.subarray(at, at + size))
      expect(() => look(Buffer.from(row))).toThrow('The Products sheet has more than 50,000 rows')
    }
  })
})

describe('hostile .xls files', () => {
  const old = () => workbookFile(importSheets({ products: [['Bolt', 'B-1']] }), 'biff8')

  test('a sector chain with a loop', async () => {
    const file = Buffer.from(old())
    // The first sector of the table of sectors (512 bytes each, after the header): every sector is followed by itself.
    const table = 512 * (file.readUInt32LE(76) + 1)
    for (let n = 0; n < 128; n++) file.writeInt32LE(n, table + 4 * n)
    const { answer } = await attack(file, 'goods.xls')
    expect(answer).toBeInstanceOf(Refusal)
  })

  test('an endless stream of records', async () => {
    const container = CFB.utils.cfb_new()
    // BOF, then records of length 0 without an EOF.
    const stream = Buffer.alloc(4 * mb)
    Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]).copy(stream)
    CFB.utils.cfb_add(container, 'Workbook', stream)
    const { answer } = await attack(CFB.write(container, { type: 'buffer' }) as Buffer, 'goods.xls')
    expect(answer instanceof Refusal || (answer as Sheets).products === null).toBe(true)
  })
})

describe('hostile rows', () => {
  const send = (client: Client, body: string, headers: Record<string, string> = {}) =>
    client.fetch('/api/v1/imports', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })

  test('more than the limit is refused beside their list, before they are processed', async () => {
    const client = await app.signUp()
    const answer = await send(client, `{"products":[${'{},'.repeat(1_000_000)}{}],"categories":[],"transactions":[]}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      error: {
        code: 'invalid_input',
        fields: { products: 'Up to 50,000 rows per request. Send the rest in another request.' },
      },
    })
  })

  test('lists and objects are refused as cells, at any depth', async () => {
    const client = await app.signUp()
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = `{"products":[{"name":${deep},"sku":"B-1"}],"categories":[],"transactions":[]}`
    for (const headers of [{}, { 'idempotency-key': 'deep' }] as Record<string, string>[]) {
      const answer = await send(client, body, headers)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({
        error: { code: 'invalid_input', fields: { products: 'Nested more than 12 levels deep' } },
      })
    }
    const shallow = JSON.stringify({
      products: [{ name: [[1]], sku: { toString: 1 } }],
      categories: [],
      transactions: [],
    })
    expect(await (await send(client, shallow)).json()).toMatchObject({
      error: {
        details: {
          problems: [
            { row: 2, column: 'name', value: '[…]' },
            { row: 2, column: 'sku', value: '{…}' },
          ],
        },
      },
    })
  })

  test('NUL and half a surrogate pair in a cell are problems of their row, also with an idempotency key', async () => {
    const client = await app.signUp()
    const rows = [
      { name: 'a\0b', sku: 'B-1' },
      { name: 'Nut', sku: '\uD800', price: '\0' },
      { name: 'Bolt', sku: 'B-2', 'sh\0elf': 1 },
    ]
    const body = JSON.stringify({ products: rows, categories: [], transactions: [] })
    const problems = [
      {
        row: 2,
        column: 'name',
        value: 'a\uFFFDb',
        message: 'This text contains a NUL character, which can’t be stored',
      },
      {
        row: 3,
        column: 'sku',
        value: '\uFFFD',
        message: 'This text contains an incomplete character, which can’t be stored',
      },
      { row: 3, column: 'price', value: '\uFFFD', message: 'Price must be a number' },
    ]
    for (const headers of [{}, { 'idempotency-key': 'nul' }] as Record<string, string>[]) {
      const answer = await client.fetch('/api/v1/imports?dry_run=true', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ problems, notices: [expect.stringContaining('sh\uFFFDelf')] })
      expect((await send(client, body, headers)).status).toBe(409)
    }
    const noted = JSON.stringify({ products: rows.slice(2), categories: [], transactions: [] })
    expect((await send(client, noted, { 'idempotency-key': 'noted' })).status).toBe(201)
  })

  test('the same in a workbook, however they are encoded', async () => {
    const client = await app.signUp()
    const cells = '<c r="A2" t="str"><v>a_x0000_b</v></c><c r="B2" t="str"><v>&#xD800;</v></c>'
    const file = sheetFile(
      `${headings}<c r="C1" t="str"><v>sh_x0000_elf</v></c>`,
      `<row r="2">${cells}<c r="C2"><v>1</v></c></row>`,
    )
    const answer = await client.fetch('/api/v1/import-files?file_name=goods.xlsx', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'idempotency-key': 'workbook' },
      body: new Uint8Array(file),
    })
    expect(answer.status).toBe(201)
    const uploaded = (await answer.json()) as { id: string; preview: { problems: unknown[]; notices: string[] } }
    expect(uploaded.preview.problems.slice(0, 2)).toMatchObject([
      { cell: 'A2', value: 'a\uFFFDb', message: 'This text contains a NUL character, which can’t be stored' },
      { cell: 'B2', value: '\uFFFD', message: expect.stringContaining('which can’t be stored') },
    ])
    const marked = await client.fetch(`/api/v1/import-files/${uploaded.id}/marked-workbook`)
    expect(marked.status).toBe(200)
  })

  test('a hundred thousand column names are summarized in one sentence', async () => {
    const client = await app.signUp()
    const row = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`column ${n}`, n]))
    const answer = await send(
      client,
      JSON.stringify({ products: [{ ...row, name: 'Bolt', sku: 'B-1' }], categories: [], transactions: [] }),
    )
    expect(answer.status).toBe(201)
    expect(JSON.stringify(await answer.json()).length).toBeLessThan(10_000)
  })
})
