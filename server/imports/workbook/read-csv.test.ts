import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Currency } from '../../../contract/currencies.ts'
import { limits } from '../../../contract/limits.ts'
import { readRows } from '../read/read-rows.ts'
import { readingMemory } from '../testing/reading-memory.ts'
import { workbookFile } from '../testing/workbooks.ts'
import { columnName, type Sheets } from '../sheets/sheets.ts'
import { sheetHeadings } from '../sheets/tables.ts'
import { UnreadableFile } from './unreadable.ts'
import { readCsv } from './read-csv.ts'

function read(text: string | Buffer, name = 'goods.csv'): Sheets {
  return readCsv(Buffer.from(text as string), name, { headings: sheetHeadings, chosen: new Map(), layouts: [] })
}

function refusal(text: string | Buffer, name?: string): string {
  try {
    read(text, name)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
  throw new Error('the file should have been refused')
}

const products = (text: string | Buffer) => read(text).products?.rows.map(({ values }) => values)

test('one table is one sheet of a workbook whose other sheets are empty', async () => {
  const sheets = read('name,sku,price\r\nBolt,B-1,0.50\r\n')
  expect(sheets.products).toEqual({
    sheet: 'Products',
    letters: { name: 'A', sku: 'B', price: 'C' },
    unknownColumns: [],
    isFile: true,
    columns: [
      { heading: 'name', example: 'Bolt', column: 'name' },
      { heading: 'sku', example: 'B-1', column: 'sku' },
      { heading: 'price', example: '0.50', column: 'price' },
    ],
    rows: [{ row: 2, values: { name: 'Bolt', sku: 'B-1', price: '0.50' } }],
  })
  expect([sheets.categories?.rows, sheets.transactions?.rows, sheets.suppliers]).toEqual([[], [], null])
  const { problems, notices, products: rows } = await readRows(sheets, 'USD')
  expect([problems, notices]).toEqual([[], []])
  expect(rows[0]).toMatchObject({ name: 'Bolt', sku: 'B-1', price: 0.5 })
})

describe('the separator, the line breaks and the quotes of any program', () => {
  test.each([',', ';', '\t', '|'])('separated by %j', (delimiter) => {
    const file = ['name', 'sku', 'notes, or none', 'price'].map((cell) => `"${cell}"`).join(delimiter)
    expect(products(`${file}\nBolt${delimiter}B-1${delimiter}-${delimiter}2`)).toEqual([
      { name: 'Bolt', sku: 'B-1', price: '2' },
    ])
  })

  test('as the first line says', () => {
    expect(products('sep=^\r\nname^sku\r\nBolt^B-1')).toEqual([{ name: 'Bolt', sku: 'B-1' }])
  })

  test('line breaks of each kind, also mixed', () => {
    expect(products('name,sku\rBolt,B-1\nNut,N-1\r\nScrew,S-1')).toHaveLength(3)
  })

  test('quotes around separators, quotes and line breaks; quotes inside a text', () => {
    expect(products('name,sku,description\n"Bolt, ""M5""\nlong",B-1,Pipe 5" wide')).toEqual([
      { name: 'Bolt, "M5"\nlong', sku: 'B-1', description: 'Pipe 5" wide' },
    ])
  })

  test('rows have the numbers that a spreadsheet shows, blank ones are skipped', () => {
    const { products: sheet } = read('\n,,\nname,sku\n\n"Bo\nlt",B-1\n , \nNut,N-1\n')
    expect(sheet?.rows.map(({ row }) => row)).toEqual([5, 7])
  })
})

describe('a file without headings whose columns a person chose', () => {
  const rowsOf = (text: string, names: Record<string, string>) => {
    const chosen = new Map([['Products' as const, new Map(Object.entries(names))]])
    const { products } = readCsv(Buffer.from(text), 'n.csv', { headings: sheetHeadings, chosen, layouts: [] })
    return products?.rows.map(({ row, values }) => [row, values['sku'], Object.values(values).at(-1)])
  }

  test.each([
    ['a quantity', '4', '5', 'stock_quantity'],
    ['a quantity with thousands', '1 234', '5', 'stock_quantity'],
    ['a price with its currency', '4,50 €', '5,50 €', 'price'],
    ['a price after its currency', 'USD 4.50', 'USD 5.50', 'price'],
    ['a barcode', '4006381333931', '036000291452', 'barcode'],
    ['a picture', 'https://example.com/1.jpg', 'https://example.com/2.jpg', 'image'],
  ])('has no row less: %s', (_what, first, second, name) => {
    const names = { art_a: 'sku', tea: 'name', [columnName(first)]: name }
    expect(rowsOf(`Art-A;Tea;${first}\nArt-B;Cup;${second}`, names)).toEqual([
      [1, 'Art-A', first],
      [2, 'Art-B', second],
    ])
  })

  test('SKUs of one kind are enough; a year may be a heading', () => {
    expect(rowsOf('T-1,Tea\nT-22,Cup', { t_1: 'sku', tea: 'name' })).toHaveLength(2)
    expect(rowsOf('Nr,Artikel,2024\nT-2,Cup,5', { nr: 'sku', artikel: 'name', '2024': 'stock_quantity' })).toEqual([
      [2, 'T-2', '5'],
    ])
  })
})

describe('exports of other programs', () => {
  test('Shopify: the variants of a product are products, and rows with another picture are left out', async () => {
    const sheets = read(
      [
        'Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Cost per item',
        "tee,T-shirt,<p>Soft</p>,Acme,Shirts,Color,Red,Size,M,TEE-R-M,5,19.90,'4006381333931,https://example.com/a.jpg,7.50",
        'tee,,,,,,Blue,,L,TEE-B-L,3,19.90,,https://example.com/b.jpg,7.50',
        'tee,,,,,,,,,,,,,https://example.com/c.jpg,',
        'mug,Mug,,Acme,Cups,Title,Default Title,,,MUG,9,8.00,,,3.00',
      ].join('\n'),
    )
    const { products: rows, problems } = await readRows(sheets, 'USD')
    expect(problems).toEqual([])
    expect(rows.map(({ barcode }) => barcode)).toEqual(['4006381333931', null, null])
    expect(
      rows.map(({ sku, name, supplier_name, stock_quantity, price }) => [
        sku,
        name,
        supplier_name,
        stock_quantity,
        price,
      ]),
    ).toEqual([
      ['TEE-R-M', 'T-shirt - Red / M', 'Acme', 5, 19.9],
      ['TEE-B-L', 'T-shirt - Blue / L', 'Acme', 3, 19.9],
      ['MUG', 'Mug', 'Acme', 9, 8],
    ])
  })

  test('Shopify: a variant has its own picture or the first one of its product, not one that is beside it', () => {
    const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Variant Image'
    const file = [
      head,
      'tee,T-shirt,Color,Red,T-R,9,https://example.com/1.jpg,https://example.com/red.jpg',
      'tee,,,Blue,T-B,9,https://example.com/2.jpg,',
      'tee,,,Pink,T-P,9,,https://example.com/pink.jpg',
      'bag,Bag,Title,Default Title,BAG,5,,',
      'bag,,,,,,https://example.com/3.jpg,',
    ].join('\n')
    const { products: rows } = read(file)
    expect(rows?.rows.map(({ values }) => [values['name'], values['image']])).toEqual([
      ['T-shirt - Red', 'https://example.com/red.jpg'],
      ['T-shirt - Blue', 'https://example.com/1.jpg'],
      ['T-shirt - Pink', 'https://example.com/pink.jpg'],
      ['Bag', undefined],
    ])
    // What names the variants and chooses their pictures is used.
    expect(rows?.unknownColumns).toEqual(['Option1 Name'])
  })

  test('Shopify: exports with the newer headings', () => {
    const head =
      'Title,URL handle,SKU,Option1 name,Option1 value,Price,Inventory quantity,Product image URL,Variant image URL'
    const file = [
      head,
      'T-shirt,tee,T-R,Color,Red,9,5,https://example.com/1.jpg,https://example.com/red.jpg',
      ',tee,T-B,,Blue,9,6,https://example.com/2.jpg,',
      ',tee,,,,,,https://example.com/3.jpg,',
    ].join('\n')
    expect(products(file)).toEqual([
      {
        name: 'T-shirt - Red',
        sku: 'T-R',
        price: '9',
        stock_quantity: '5',
        image: 'https://example.com/red.jpg',
      },
      {
        name: 'T-shirt - Blue',
        sku: 'T-B',
        price: '9',
        stock_quantity: '6',
        image: 'https://example.com/1.jpg',
      },
    ])
  })

  test('Square: a variation has its name after that of its item', () => {
    const file =
      'Token,Item Name,Variation Name,SKU,Category,Price\n1,Tea,Large,T-L,Drinks,4.50\n2,Cake,Regular,C-1,Food,3.00'
    expect(products(file)?.map(({ name }) => name)).toEqual(['Tea - Large', 'Cake'])
  })

  test('the currency in a heading must be the company’s, because nothing is converted', async () => {
    const problemsIn = async (currency: Currency) =>
      (await readRows(read('Name,SKU,Price (EUR),Cost ($)\nTea,T-1,5,2'), currency)).problems.map(
        ({ message }) => message,
      )
    const wrong = (heading: string, currency: Currency) =>
      `The amounts of “${heading}” aren’t in ${currency}, your company’s currency. Convert them and rename the column.`
    expect(await problemsIn('USD')).toEqual([wrong('Price (EUR)', 'USD')])
    expect(await problemsIn('EUR')).toEqual([wrong('Cost ($)', 'EUR')])
    expect(await problemsIn('AUD')).toEqual([wrong('Price (EUR)', 'AUD')])
  })

  test('Zoho and inFlow: prices with their currency, and headings without spaces', async () => {
    const zoho = read('Item Name,SKU,Rate,Purchase Rate,Reorder Level,Stock On Hand\nTea,T-1,JPY 450,JPY 120.50,5,30')
    expect((await readRows(zoho, 'JPY')).products[0]).toMatchObject({
      price: 450,
      cost_price: 120.5,
      stock_quantity: 30,
    })
    expect(products('ProductName,SKU,UnitPrice,ReorderPoint,Cost (JPY)\nTea,T-1,450,5,120')).toEqual([
      { name: 'Tea', sku: 'T-1', price: '450', min_stock_level: '5', cost_price: '120' },
    ])
  })
})

describe('rows above the headings', () => {
  const table = 'Item name,SKU,Qty\nBolt,B-1,5\nNut,N-1,7\n'

  test('a title, a date and blank rows are skipped, and the preview says so', async () => {
    const sheets = read(`Inventory report,,\n"As of 30 Nov 2026, 14:05",,\n\n${table}`)
    expect(sheets.products?.rows).toEqual([
      { row: 5, values: { name: 'Bolt', sku: 'B-1', stock_quantity: '5' } },
      { row: 6, values: { name: 'Nut', sku: 'N-1', stock_quantity: '7' } },
    ])
    expect(sheets.products?.columns?.map(({ example }) => example)).toEqual(['Bolt', 'B-1', '5'])
    expect((await readRows(sheets, 'USD')).notices).toEqual([
      'The columns are named in row 4. The rows above it aren’t imported.',
    ])
  })

  test('the delimiter is that of the headings, not of the title', () => {
    expect(products(`Stock; all locations\n${table.replaceAll(',', '\t')}`)).toHaveLength(2)
  })

  test('a value that is called like a column names none', () => {
    expect(products('sku,name\nB-1,Product\nN-1,Title')).toEqual([
      { sku: 'B-1', name: 'Product' },
      { sku: 'N-1', name: 'Title' },
    ])
    expect(refusal('Nr,Artikel\nB-1,Product')).toContain('it has only “Nr” and “Artikel”')
  })

  test.each([
    ['with a number', 'Name,Artikelnummer,Bestand,Kategorie', 'Photo,T-2,6,Details', ['name']],
    ['with three names', 'Name,SKU,Kategorie,Lieferant', 'Title,T-2,Photo,Supplier', ['name', 'sku']],
  ])('a product whose values are called like columns is no row of headings: %s', (_what, head, row, columns) => {
    const { products: rows } = read(`${head}\nTea,T-1,5,Acme\n${row}\nPot,T-3,7,Acme`, 'products.csv')
    expect([Object.keys(rows?.letters ?? {}), rows?.rows.length, rows?.headingRow]).toEqual([columns, 3, undefined])
  })

  test('a title that is called like a column is none', () => {
    const { products: rows } = read('Stock,,\nArtikel,SKU,Menge\nTea,T-1,5', 'products.csv')
    expect(rows).toMatchObject({ headingRow: 2, letters: { sku: 'B' }, rows: [{ values: { sku: 'T-1' } }] })
    // Without a title, the columns beside the only known one have no headings.
    expect(read('Stock,,\n5,T-1,Tea').products).toMatchObject({ letters: { stock_quantity: 'A' } })
  })

  test('unknown headings below a title are offered for matching, with examples', () => {
    const text = 'Bestand zum 30.11.;;\n\nNr;Artikel;Menge\nB-1;Schraube;5'
    const found = () =>
      readCsv(Buffer.from(text), 'liste.csv', { headings: sheetHeadings, chosen: new Map(), layouts: [] })
    expect(found).toThrow(
      expect.objectContaining({
        columns: [
          { heading: 'Nr', example: 'B-1', column: null },
          { heading: 'Artikel', example: 'Schraube', column: null },
          { heading: 'Menge', example: '5', column: null },
        ],
      }),
    )
  })

  test('long texts below the headings, in a file whose beginning ends within one', () => {
    const long = `"${'long, '.repeat(10_000)}"`
    expect(products(`name,sku,description\n${`Bolt,B-1,${long}\n`.repeat(9)}`)).toHaveLength(9)
  })
})

describe('the encoding of any program', () => {
  const text = 'name,sku\nKnäckebröd,K-1'

  test('UTF-8 with and without a byte order mark, UTF-16', () => {
    const swapped = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
    for (const file of [text, `\uFEFF${text}`, Buffer.from(`\uFEFF${text}`, 'utf16le'), swapped])
      expect(products(file)).toEqual([{ name: 'Knäckebröd', sku: 'K-1' }])
  })

  test('Windows-1252, with a notice', async () => {
    const sheets = read(Buffer.from(text, 'latin1'))
    expect(sheets.products?.rows[0]?.values['name']).toBe('Knäckebröd')
    expect((await readRows(sheets, 'USD')).notices).toEqual([
      'The file isn’t in UTF-8, so it was read as Windows-1252. Check that accented letters are right.',
    ])
  })
})

describe('what the table lists', () => {
  test.each([
    ['Product name,Item code,Qty,Category,Reorder point', 'products', 5],
    ['Item,SKU,Regular price,Qty on hand,Low stock threshold,Preferred vendor', 'products', 6],
    ['Name *,SKU,Price ($),Cost (USD),Units in stock', 'products', 5],
    ['Company name,Contact name,Email address,Payment terms', 'suppliers', 4],
    ['name,color', 'categories', 2],
    ['sku,type,quantity,notes', 'transactions', 4],
  ] as const)('%s: %s', (headings, key, columns) => {
    const sheet = read(`${headings}\n${'x,'.repeat(columns)}`)[key]
    expect([Object.keys(sheet?.letters ?? {}), sheet?.rows.length]).toEqual([expect.any(Array), 1])
    expect(Object.keys(sheet?.letters ?? {})).toHaveLength(columns)
  })

  test('the name of the file decides between sheets with the same columns', () => {
    const file = 'name,email,phone\nAcme,,'
    expect(read(file, 'Our suppliers 2026.csv').suppliers?.rows).toHaveLength(1)
    expect(read(file, 'locations.CSV').locations?.rows).toHaveLength(1)
    expect(refusal(file, 'export.csv')).toBe(
      'This file could be a list of suppliers or locations. Rename it to suppliers.csv or locations.csv and try again.',
    )
  })

  test('three lists with the same columns', () => {
    expect(refusal('name,description\nBread,Dark')).toBe(
      'This file could be a list of products, categories, or locations. Rename it to products.csv, categories.csv, or locations.csv and try again.',
    )
  })

  test('a missing column is a problem, and unknown ones are named', async () => {
    const { problems, notices } = await readRows(read('sku,price,stock,shelf\nB-1,1,1,x'), 'USD')
    expect(problems.map(({ message }) => message)).toEqual(['This file has no “name” column'])
    expect(notices).toEqual([
      'The column “shelf” isn’t recognized, so it isn’t imported. To import it, match it with a field, or rename it as in the template.',
    ])
  })

  test('a column’s own name precedes other headings for it, and two others are refused', () => {
    expect(products('Title,name,sku\nM5,Bolt,B-1')).toEqual([{ name: 'Bolt', sku: 'B-1' }])
    expect(refusal('Title,Product,sku\nM5,Bolt,B-1')).toBe('This file has the column name twice (A and B).')
  })
})

test('a row with more cells than the first row is a problem: its values are in the wrong columns', async () => {
  const { problems, products: rows } = await readRows(read('name,sku,price\nBolt, long,B-1,2\nNut,N-1,3,,\n'), 'USD')
  expect(problems.map(({ row, message }) => [row, message])).toEqual([
    [2, 'This row has 4 cells, but the first row has 3. Put text that contains the separator in quotation marks.'],
  ])
  expect(rows.map(({ sku }) => sku)).toEqual(['N-1'])
})

test('a number of dollars and cents has one reading, also with a thousands separator only', async () => {
  const { problems, products: rows } = await readRows(
    read('name,sku,price\nBolt,B-1,"$1,234"\nNut,N-1,"-$1,234"\n'),
    'USD',
  )
  expect(rows[0]?.price).toBe(1234)
  expect(problems.map(({ message }) => message)).toEqual(['Price cannot be negative'])
})

test('a number like 1.234 is only unclear where the separator goes with decimal commas', async () => {
  const messages = async (text: string) => (await readRows(read(text), 'USD')).problems.map(({ message }) => message)
  expect(await messages('name;sku;cost\nBolt;B-1;1.234\nNut;N-1;7\n')).toEqual([
    'Cost price is ambiguous: it can mean 1234 or 1.234. Write 1234 or 1.2340.',
  ])
  expect(await messages('name,sku,cost,price\nBolt,B-1,1.234,"$1,234.50"\n')).toEqual([])
})

describe('a file that can’t be read is refused with a message', () => {
  test('without columns or content', () => {
    const columns = 'The first row must name the columns, for example name, sku and price.'
    expect(refusal('Bolt,B-1\nNut,N-1')).toBe(`${columns} In this file it has only “Bolt” and “B-1”.`)
    expect(refusal('order_number,order_date,,shipped_date,freight,ship_to\n10248,1996-07-04,,,32.38,Reims')).toBe(
      `${columns} In this file it has only “order_number”, “order_date”, “shipped_date”, and 2 more.`,
    )
    expect(refusal(`${'x'.repeat(200)}\nBolt`)).toBe(`${columns} In this file it has only “${'x'.repeat(39)}…”.`)
    expect(refusal('')).toBe('This file is empty.')
    expect(refusal('\n \n\n')).toBe('This file is empty.')
  })

  test('no text', () => {
    const workbook = workbookFile({ Products: [['name', 'sku']] })
    expect(refusal(workbook, 'goods.csv')).toBe(
      'This isn’t a text file, although its name says so. Save it as CSV and try again.',
    )
  })

  test('with quotes that don’t end', () => {
    const sentence = 'Row 3 has a quotation mark (") that isn’t closed. Close or remove it and try again.'
    expect(refusal('name,sku\nBolt,B-1\n"Nut,N-1\n')).toBe(sentence)
    expect(refusal(`name,sku\nBolt,B-1\n"Nut,N-1\n${'Screw,S-1\n'.repeat(200_000)}`)).toBe(sentence)
  })

  test('with too many rows or columns', () => {
    const rows = Array.from({ length: limits.importRowsPerSheet + 1 }, (_, n) => `Bolt,B-${n}\n`)
    expect(refusal(`name,sku\n${rows.join('')}`)).toBe(
      'This file has more than 50,000 rows. Split it into several files.',
    )
    expect(refusal(`name,sku,${'x,'.repeat(300)}\n`)).toBe('This file has more than 200 columns.')
  })
})

test('any file is read, or refused with a message', async () => {
  const letters = [...'",;|\t\n\r é\uFEFF\ud800\0']
  const piece = fc.constantFrom(...letters, 'name', 'sku', 'price', '1,234', 'sep=')
  const file = fc.tuple(
    fc.constantFrom('', 'name,sku,price\n', 'sep='),
    fc.array(piece, { maxLength: 30 }),
    fc.constantFrom('utf8', 'latin1', 'utf16le'),
  )
  const property = fc.asyncProperty(file, async ([beginning, pieces, encoding]) => {
    try {
      await readRows(read(Buffer.from(beginning + pieces.join(''), encoding)), 'USD')
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile)
    }
  })
  await fc.assert(property, { numRuns: 3_000 })
})

test.each([
  ['commas', Buffer.alloc(limits.importFileBytes, ',')],
  ['line breaks', Buffer.alloc(limits.importFileBytes, '\n')],
  ['rows of two letters', Buffer.from('name,sku\n' + 'a,b\n'.repeat(limits.importFileBytes / 4 - 3))],
])('twenty megabytes of %s take limited memory', async (_what, file) => {
  const { sentence, grownMb } = await readingMemory(file, 'goods.csv')
  expect(sentence).not.toBe('')
  expect(grownMb).toBeLessThan(limits.importParseMegabytes)
})
