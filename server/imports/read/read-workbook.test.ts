import { CFB, utils, write } from '@e965/xlsx'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readRows } from './read-rows.ts'
import { noSheets, type Sheets } from '../sheets/sheets.ts'
import { hiddenRowsXls, importSheets, sheetFile, workbookFile, workbookOf, zipFile } from '../testing/workbooks.ts'
import { hasNorthwind, northwindFolder } from '../../../tools/shared/northwind.ts'

async function read(file: Uint8Array, name = 'goods.xlsx'): Promise<Sheets> {
  return JSON.parse(await readWorkbook('', { file, file_name: name, columns: [], layouts: [] })) as Sheets
}

/** The refusal of reading a file; fails if it can be read. */
async function refusal(file: Uint8Array, name?: string): Promise<Refusal> {
  const answer = await read(file, name).catch((error: unknown) => error)
  if (!(answer instanceof Refusal)) throw new Error(`${name ?? 'the file'} should have been refused`)
  return answer
}

const one = importSheets({ products: [['Bolt', 'B-1', null, 'Small parts', 0.5, 0.25, 100, 10, null, 'Shelf 1']] })

describe('a workbook is read cell by cell', () => {
  test.each(['xlsx', 'biff8'] as const)('as %s', async (bookType) => {
    const sheets = await read(workbookFile(one, bookType), bookType === 'xlsx' ? 'goods.xlsx' : 'goods.xls')
    expect(sheets.products?.rows).toEqual([
      {
        row: 2,
        values: {
          name: 'Bolt',
          sku: 'B-1',
          category_name: 'Small parts',
          price: 0.5,
          cost_price: 0.25,
          stock_quantity: 100,
          min_stock_level: 10,
          location: 'Shelf 1',
        },
      },
    ])
    expect(sheets.products?.letters).toMatchObject({ name: 'A', sku: 'B', location: 'J' })
    expect(sheets.transactions?.rows).toEqual([])
  })

  test('headings can be written in many ways and any order; unknown ones are listed', async () => {
    const sheets = await read(
      workbookFile({
        Products: [
          ['SKU', ' Name ', 'Stock Quantity', 'Shelf life'],
          ['B-1', 'Bolt', 5, 'long'],
        ],
      }),
    )
    expect(sheets.products?.rows).toEqual([{ row: 2, values: { sku: 'B-1', name: 'Bolt', stock_quantity: 5 } }])
    expect(sheets.products?.unknownColumns).toEqual(['Shelf life'])
  })

  test('a missing sheet is null, sheet names ignore case, and the sheets found are listed', async () => {
    const sheets = await read(workbookFile({ PRODUCTS: [['name', 'sku']], Notes: [['anything']] }))
    expect(sheets.products).not.toBeNull()
    expect(sheets.categories).toBeNull()
    expect((await readRows(sheets, 'USD')).notices).toEqual([
      'The file has no sheet called Categories or Transactions. Its sheets are “PRODUCTS”, “Notes”.',
    ])
  })

  test.each(['xlsx', 'biff8'] as const)(
    'the only sheet of a workbook is one table, whatever it is called (%s)',
    async (bookType) => {
      const name = (base: string) => `${base}.${bookType === 'xlsx' ? 'xlsx' : 'xls'}`
      const table = async (called: string, cells: string[][], file = name('book')) =>
        read(workbookFile({ [called]: cells }, bookType), file)
      const bolts = [
        ['Product name', 'Item code', 'Qty'],
        ['Bolt', 'B-1', '5'],
      ]
      for (const called of ['Sheet1', 'Tabelle & Co', 'products']) {
        const sheets = await table(called, [[], ...bolts])
        expect(sheets.products?.rows).toEqual([{ row: 3, values: { name: 'Bolt', sku: 'B-1', stock_quantity: '5' } }])
        expect([sheets.categories?.rows, sheets.transactions?.rows, sheets.named]).toEqual([[], [], undefined])
      }
      const contacts = [
        ['name', 'email', 'phone'],
        ['Acme', '', ''],
      ]
      expect((await table('Suppliers 2026', contacts)).suppliers?.rows).toHaveLength(1)
      expect((await table('Sheet1', contacts, name('Our locations'))).locations?.rows).toHaveLength(1)
      expect((await refusal(workbookFile({ Sheet1: contacts }, bookType), name('book'))).message).toBe(
        'This file could be a list of suppliers or locations. Call its sheet Suppliers or Locations and try again.',
      )
      expect((await refusal(workbookFile({ Sheet1: [['Our stock']] }, bookType), name('book'))).message).toContain(
        'The first row must name the columns',
      )
    },
  )

  test("a sheet without cells misses its columns, an optional one doesn't", async () => {
    const sheets = await read(workbookFile({ ...one, Products: [], Suppliers: [] }))
    expect((await readRows(sheets, 'USD')).problems.map(({ message }) => message)).toEqual([
      'The Products sheet has no “name” column',
      'The Products sheet has no “sku” column',
    ])
  })

  test.each(['xlsx', 'biff8'] as const)('a title above the headings is skipped (%s)', async (bookType) => {
    const cells = [['Stock list'], ['Printed on', '30 Nov 2026'], [], ['SKU', 'Name', 'Qty'], ['B-1', 'Bolt', 5]]
    const name = bookType === 'xlsx' ? 'list.xlsx' : 'list.xls'
    const { products } = await read(workbookFile({ Sheet1: cells }, bookType), name)
    expect(products).toMatchObject({ headingRow: 4, letters: { sku: 'A', name: 'B', stock_quantity: 'C' } })
    expect(products?.rows).toEqual([{ row: 5, values: { sku: 'B-1', name: 'Bolt', stock_quantity: 5 } }])
    const named = await read(workbookFile({ Products: cells, Notes: [['x']] }, bookType), name)
    expect(named.products?.rows).toEqual(products?.rows)
    expect((await readRows(named, 'USD')).notices).toContain(
      'The columns of the Products sheet are named in row 4. The rows above it aren’t imported.',
    )
  })

  test.each(['xlsx', 'biff8'] as const)(
    'of a workbook whose sheets have other names, the one that lists most is read, and the preview says so (%s)',
    async (bookType) => {
      const name = bookType === 'xlsx' ? 'list.xlsx' : 'list.xls'
      const bolts = [
        ['SKU', 'Item name', 'Qty'],
        ['B-1', 'Bolt', 5],
      ]
      const sheets = await read(workbookFile({ Cover: [['Name'], ['Ada']], Stock: bolts, Empty: [] }, bookType), name)
      expect(sheets.products).toMatchObject({ isFile: true, rows: [{ row: 2, values: { sku: 'B-1' } }] })
      const { notices, problems } = await readRows(sheets, 'USD')
      expect([problems, notices]).toEqual([
        [],
        [
          'Only the sheet “Stock” is imported, not “Cover” and “Empty”. To import another one, save it as a file of its own.',
        ],
      ])
      const unknown = await refusal(
        workbookFile(
          {
            Leer: [],
            Lager: [
              ['Nr', 'Menge'],
              [1, 2],
            ],
          },
          bookType,
        ),
        name,
      )
      expect(unknown.details).toMatchObject({ columns: [{ heading: 'Nr', example: '1' }, { heading: 'Menge' }] })
      expect((await refusal(workbookFile({ A: [], B: [] }, bookType), name)).message).toBe('This file is empty.')
    },
  )

  test('a shop’s export that was saved as a workbook has its variants as products', async () => {
    const cells = [
      ['Handle', 'Title', 'Option1 Value', 'Variant SKU', 'Variant Price'],
      ['tee', 'T-shirt', 'Red', 'T-R', 19.9],
      ['tee', null, 'Blue', 'T-B', 19.9],
      ['1984', 1984, 'Paperback', 'B-1', 9],
    ]
    const { products } = await read(workbookFile({ products_export: cells }))
    expect(products?.rows.map(({ values }) => values['name'])).toEqual([
      'T-shirt - Red',
      'T-shirt - Blue',
      '1984 - Paperback',
    ])
  })

  test('a sheet without headings whose columns a person chose has no row less', async () => {
    const cells = [
      ['T-1', 'Tea', 4],
      ['T-2', 'Cup', 5],
    ]
    const columns = [
      { sheet: 'Products', column: 'sku', heading: 'T-1' },
      { sheet: 'Products', column: 'name', heading: 'Tea' },
      { sheet: 'Products', column: 'stock_quantity', heading: '4' },
    ] as const
    const file = workbookFile({ Sheet1: cells })
    const text = await readWorkbook('', { file, file_name: 'list.xlsx', columns, layouts: [] })
    expect((JSON.parse(text) as Sheets).products?.rows.map(({ values }) => values['stock_quantity'])).toEqual([4, 5])
  })

  test('a column without a heading can be chosen by its letter', async () => {
    const { products } = await read(
      workbookFile({
        Sheet1: [
          ['SKU', 'Name', null, ''],
          ['B-1', 'Bolt', null, 5, 7],
        ],
      }),
    )
    expect(products?.columns?.slice(2)).toEqual([
      { heading: 'Column D', example: '5', column: null },
      { heading: 'Column E', example: '7', column: null },
    ])
    expect(products?.unknownColumns).toEqual(['Column D', 'Column E'])
  })

  test('a text file with tabs is read as a table', async () => {
    const { products } = await read(Buffer.from('SKU\tName\r\nB-1\tBolt'), 'Export.TXT')
    expect(products?.rows).toEqual([{ row: 2, values: { sku: 'B-1', name: 'Bolt' } }])
  })

  test('blank rows are skipped and keep their numbers', async () => {
    const sheets = await read(
      workbookFile({
        Products: [
          ['name', 'sku'],
          [null, null],
          ['Bolt', 'B-1'],
          [' ', ''],
          ['Nut', 'N-1'],
        ],
      }),
    )
    expect(sheets.products?.rows.map(({ row }) => row)).toEqual([3, 5])
  })

  test('a formula counts with its saved value; without one, or with an error or date, the cell is marked', async () => {
    const workbook = workbookOf({
      Products: [
        ['name', 'sku', 'price', 'cost_price'],
        ['Bolt', 'B-1', 1, 1],
        ['Nut', 'N-1', 1, 1],
      ],
    })
    Object.assign(workbook.Sheets['Products'] ?? {}, {
      C2: { t: 'n', v: 59.699999999999996, f: '19.9*3' },
      D2: { t: 'e', v: 0x17, f: 'A99' },
      B3: { t: 'd', v: new Date(Date.UTC(2026, 2, 5)) },
    })
    const sheets = await read(write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    expect(sheets.products?.rows[0]?.values).toMatchObject({ price: 59.7, cost_price: { error: '#REF!' } })
    expect(sheets.products?.rows[1]?.values).toMatchObject({ sku: { date: '2026-03-05' } })
    const unsaved = sheetFile(
      '<c r="A1" t="str"><v>name</v></c><c r="B1" t="str"><v>price</v></c>',
      '<row r="2"><c r="A2" t="str"><v>Nut</v></c><c r="B2"><f>1+1</f></c></row>',
    )
    expect((await read(unsaved)).products?.rows[0]?.values).toEqual({ name: 'Nut', price: { formula: '=1+1' } })
  })

  test.each(['xlsx', 'biff8'] as const)('a value merged over other cells is marked in each (%s)', async (bookType) => {
    const workbook = workbookOf({
      Products: [
        ['name', 'sku', 'category_name', 'description'],
        ['Bolt', 'B-1', 'Small parts', null],
        ['Nut', 'N-1', null, null],
        ['Screw', 'S-1', 'Small parts', null],
        [null, null, null, null],
      ],
    })
    const sheet = workbook.Sheets['Products']
    if (sheet) sheet['!merges'] = ['C2:C3', 'D2:D4', 'A4:A5', 'C4:D4'].map((range) => utils.decode_range(range))
    const file = write(workbook, { type: 'buffer', bookType }) as Buffer
    const { products } = await read(file, bookType === 'xlsx' ? 'goods.xlsx' : 'goods.xls')
    expect(products?.rows.map(({ values }) => values)).toEqual([
      { name: 'Bolt', sku: 'B-1', category_name: 'Small parts' },
      { name: 'Nut', sku: 'N-1', category_name: { merged: 'C2' } },
      { name: 'Screw', sku: 'S-1', category_name: 'Small parts', description: { merged: 'C4' } },
    ])
    const { problems } = await readRows({ ...noSheets, products }, 'USD')
    expect(problems.filter(({ sheet }) => sheet === 'Products')).toMatchObject([
      { cell: 'C3', value: null, message: 'This cell is merged with C2. Unmerge the cells and fill in each one.' },
      { cell: 'D4', message: 'This cell is merged with C4. Unmerge the cells and fill in each one.' },
    ])
  })

  const bolts = [
    ['name', 'sku', 'price', 'nonsense'],
    ...[1, 2, 3, 4].map((n) => [`Bolt ${n}`, `B-${n}`, n, n]),
    [null],
  ]

  test.each([
    ['xlsx', 2, 'The Products sheet has 2 hidden rows and 1 hidden column (C). They are imported, too.'],
    ['biff8', 0, 'The Products sheet has 1 hidden column (C). They are imported, too.'],
  ] as const)('hidden rows and columns are read, and the preview says so (%s)', async (bookType, rows, notice) => {
    const workbook = workbookOf({ Products: bolts, Categories: [['name'], ['Tools']] })
    const sheet = workbook.Sheets['Products']
    if (!sheet) throw new Error('no sheet')
    sheet['!rows'] = [{}, {}, { hidden: true }, {}, { hidden: true }, { hidden: true }]
    sheet['!cols'] = [{}, {}, { hidden: true }, { hidden: true }]
    const file = write(workbook, { type: 'buffer', bookType }) as Buffer
    const sheets = await read(file, bookType === 'xlsx' ? 'goods.xlsx' : 'goods.xls')
    expect(sheets.products).toMatchObject({ hidden: { rows, columns: ['C'] } })
    expect(sheets.products?.rows).toHaveLength(4)
    expect(sheets.categories).not.toHaveProperty('hidden')
    expect((await readRows(sheets, 'USD')).notices).toContain(notice)
  })

  test('the hidden rows of an .xls file, and those of an .xlsx without numbers, are counted', async () => {
    expect((await read(hiddenRowsXls({ Products: bolts }, [2, 9]), 'goods.xls')).products?.hidden?.rows).toBe(1)
    const row = (name: string, hidden = '') =>
      `<row${hidden}><c t="inlineStr"><is><t>${name}</t></is></c><c t="inlineStr"><is><t>${name}</t></is></c></row>`
    const headings = ['name', 'sku'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')
    const file = sheetFile(headings, row('A') + row('B', ' hidden="true"') + row('C'), {
      before: '<cols><col min="2" max="999999999" hidden="1"/></cols>',
    })
    expect((await read(file)).products?.hidden).toEqual({ rows: 1, columns: ['B'] })
  })

  test('a number too large for the file format stays a number, so that it is refused as too large', async () => {
    const file = sheetFile(
      '<c r="A1" t="str"><v>sku</v></c><c r="B1" t="str"><v>price</v></c><c r="C1" t="str"><v>name</v></c>',
      '<row r="2"><c r="A2"><v>1e309</v></c><c r="B2"><v>-1.7976931348623157e308</v></c></row>',
    )
    const { products } = await read(file)
    expect(products?.rows[0]?.values).toEqual({ sku: Number.MAX_VALUE, price: -Number.MAX_VALUE })
    expect((await readRows({ ...noSheets, products }, 'USD')).problems).toContainEqual(
      expect.objectContaining({ cell: 'B2', message: 'Price is too large' }),
    )
  })

  test('a single cell at the far end of a sheet costs nothing', async () => {
    const file = sheetFile(
      '<c r="A1" t="str"><v>name</v></c><c r="B1" t="str"><v>sku</v></c>',
      '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    )
    const started = Date.now()
    const sheets = await read(file)
    expect(sheets.products?.rows).toEqual([])
    // Iterating over all of its empty cells would take hours.
    expect(Date.now() - started).toBeLessThan(30_000)
  })
})

describe("a file that can't be read is refused with a message", () => {
  test('other kinds of files, even with another extension', async () => {
    expect((await refusal(Buffer.from('name,sku\n'), 'goods.pdf')).message).toContain(
      'Choose an Excel file (.xlsx or .xls) or a CSV file.',
    )
    expect((await refusal(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'goods.xlsx')).message).toContain(
      'This isn’t an Excel file, although its name ends in .xlsx',
    )
    expect((await refusal(Buffer.from('<html><table><tr><td>name'), 'goods.xls')).message).toContain(
      'This isn’t an Excel file, although its name ends in .xls',
    )
    expect((await refusal(Buffer.from('a\0b'), 'goods.xlsx')).message).toContain('This isn’t an Excel file')
    expect((await refusal(zipFile([{ name: 'readme.txt', content: Buffer.from('hello') }]))).message).toContain(
      'This file is damaged or isn’t an Excel workbook',
    )
    expect((await refusal(Buffer.alloc(0))).message).toContain('This file is empty')
  })

  test('.xlsx named .xls, .xls named .xlsx, and a workbook with macros', async () => {
    expect((await refusal(workbookFile(one, 'xlsx'), 'goods.xls')).message).toContain(
      'This is an .xlsx file with an .xls name',
    )
    expect((await refusal(workbookFile(one, 'biff8'), 'goods.xlsx')).message).toContain(
      'This is an .xls file with an .xlsx name',
    )
    expect((await refusal(workbookFile(one, 'xlsm'))).message).toContain('This is a workbook with macros')
  })

  test('truncated anywhere', async () => {
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const file = workbookFile(one, bookType)
      const name = bookType === 'xlsx' ? 'goods.xlsx' : 'goods.xls'
      for (const part of [0.05, 0.3, 0.6, 0.9]) {
        expect(await refusal(file.subarray(0, Math.floor(file.length * part)), name)).toMatchObject({
          code: 'unreadable_file',
          status: 422,
        })
      }
    }
  })

  test('protected with a password', async () => {
    const encrypted = CFB.utils.cfb_new()
    CFB.utils.cfb_add(encrypted, 'EncryptionInfo', Buffer.alloc(200))
    CFB.utils.cfb_add(encrypted, 'EncryptedPackage', Buffer.alloc(5_000))
    expect((await refusal(CFB.write(encrypted, { type: 'buffer' }) as Buffer)).message).toContain(
      'This file is password-protected',
    )
    const flagged = zipFile([{ name: '[Content_Types].xml', content: Buffer.from('<Types/>'), flags: 1 }])
    expect((await refusal(flagged)).message).toContain('This file is password-protected')
  })

  test('a zip bomb is stopped while it is inflated, whatever its headers say', async () => {
    const zeros = Buffer.alloc(300 * 1_048_576)
    const file = zipFile([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
      { name: 'xl/worksheets/sheet1.xml', content: zeros, claimedBytes: 100 },
    ])
    expect(file.length).toBeLessThan(400_000)
    const before = process.memoryUsage.rss()
    expect((await refusal(file)).message).toContain('too large once unpacked')
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1_048_576)
  })

  test('too many entries, too many columns, a duplicate column', async () => {
    const entries = Array.from({ length: 1_500 }, (_, index) => ({ name: `xl/${index}.xml`, content: Buffer.alloc(0) }))
    expect((await refusal(zipFile(entries))).message).toContain('more than 1000 parts')
    const wide = ['name', 'sku', ...Array.from({ length: 300 }, (_, index) => `column ${index}`)]
    expect((await refusal(workbookFile({ Products: [wide] }))).message).toContain('more than 200 columns')
    expect((await refusal(workbookFile({ Products: [['name', 'sku', 'SKU']] }))).message).toContain(
      'has the column sku twice (B and C)',
    )
  })

  test('entities are not expanded', async () => {
    const file = sheetFile(
      '<c r="A1" t="str"><v>name</v></c><c r="B1" t="str"><v>sku</v></c>',
      '<row r="2"><c r="A2" t="str"><v>&lol9;</v></c><c r="B2" t="str"><v>&file;</v></c></row>',
      {
        doctype:
          '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol9 "&lol;&lol;"><!ENTITY file SYSTEM "file:///etc/passwd">]>',
      },
    )
    const sheets = await read(file)
    expect(JSON.stringify(sheets)).not.toContain('root:')
    expect(sheets.products?.rows[0]?.values).toEqual({ name: '&lol9;', sku: '&file;' })
  })
})

test('the template reads as one product, one category and one transaction', async () => {
  const { writeTemplate } = await import('../write-template.ts')
  const { named, isLegacy, chosenSheet, ...sheets } = await read(writeTemplate('USD'))
  expect([named, isLegacy, chosenSheet]).toEqual([undefined, undefined, undefined])
  expect(Object.values(sheets).map((sheet) => [sheet?.rows.length, sheet?.unknownColumns])).toEqual(
    Array(5).fill([1, []]),
  )
})

describe.runIf(hasNorthwind)('Northwind', () => {
  test('reads the same from .xlsx and .xls', async () => {
    const xlsx = await read(readFileSync(join(northwindFolder, 'northwind.xlsx')), 'northwind.xlsx')
    const xls = await read(readFileSync(join(northwindFolder, 'northwind.xls')), 'northwind.xls')
    expect(xls).toEqual(xlsx)
    expect(xlsx.products?.rows).toHaveLength(77)
  })
})
