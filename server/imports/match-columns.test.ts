import { expect, test } from 'vitest'
import { choiceText, type ColumnChoice } from '../../contract/import-columns.ts'
import type { ImportFile } from '../../contract/import-files.ts'
import { createImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { productOf, stockOf } from './testing/imported.ts'
import { workbookFile } from './testing/workbooks.ts'

const app = await sharedApp()

const list = ['Artikelnummer;Bezeichnung;Bestand;Farbe', 'A-1;Sessel;12;rot', 'A-2;Tisch, rund;3;'].join('\r\n')

const choices: ColumnChoice[] = [
  { sheet: 'Products', column: 'sku', heading: 'Artikelnummer' },
  { sheet: 'Products', column: 'name', heading: 'Bezeichnung' },
  { sheet: 'Products', column: 'stock_quantity', heading: 'Bestand' },
]

const send = async (client: Client, file: string | Uint8Array, file_name: string, chosen: ColumnChoice[]) => {
  const query = new URLSearchParams([
    ['file_name', file_name],
    ...chosen.map((choice): [string, string] => ['columns', choiceText(choice)]),
  ])
  const answer = await client.fetch(`/api/v1/import-files?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(file as string),
  })
  return (await answer.json()) as ImportFile & { error?: object }
}

const upload = (client: Client, text: string, chosen: ColumnChoice[] = []) => send(client, text, 'list.csv', chosen)

const confirm = async (client: Client, id: string) =>
  (await client.call(createImport, { import_file_id: id })) as ImportRecord

test('a file with unknown headings is refused with its columns; with chosen ones it is imported, and the others are ignored', async () => {
  const client = await app.signUp()
  expect((await upload(client, list)).error).toMatchObject({
    code: 'unreadable_file',
    details: {
      file_name: 'list.csv',
      columns: [
        { heading: 'Artikelnummer', example: 'A-1', column: null },
        { heading: 'Bezeichnung', example: 'Sessel', column: null },
        { heading: 'Bestand', example: '12', column: null },
        { heading: 'Farbe', example: 'rot', column: null },
      ],
    },
  })
  const file = await upload(client, list, choices)
  expect(file.preview.problems).toEqual([])
  expect(file.preview.notices).toEqual(['The column “Farbe” isn’t imported.'])
  expect(file.preview.sheets[0]).toEqual({
    sheet: 'Products',
    is_file: true,
    columns: [
      { heading: 'Artikelnummer', example: 'A-1', column: 'sku' },
      { heading: 'Bezeichnung', example: 'Sessel', column: 'name' },
      { heading: 'Bestand', example: '12', column: 'stock_quantity' },
      { heading: 'Farbe', example: 'rot', column: null },
    ],
  })
  await confirm(client, file.id)
  expect(await stockOf(client)).toEqual({ 'A-1': 12, 'A-2': 3 })
  expect(await productOf(client, 'A-2')).toMatchObject({ name: 'Tisch, rund' })
})

test('after an import, files with the same headings in any order are read alike; after a preview, with others, or in another company not', async () => {
  const [client, stranger] = [await app.signUp(), await app.signUp()]
  await upload(client, list, choices)
  expect((await upload(client, list)).error).toMatchObject({ code: 'unreadable_file' })
  const { id } = await confirm(client, (await upload(client, list, choices)).id)
  const next = 'Farbe;BESTAND ;Bezeichnung;Artikelnummer\r\nblau;7;Regal;A-3'
  const { preview, id: file } = await upload(client, next)
  expect(preview.problems).toEqual([])
  const again = await confirm(client, file)
  expect(await stockOf(client)).toMatchObject({ 'A-3': 7 })
  expect((await upload(client, `${next.replace('Farbe', 'Lager')}`)).error).toMatchObject({ code: 'unreadable_file' })
  expect((await upload(stranger, next)).error).toMatchObject({ code: 'unreadable_file' })
  // The second import remembers them, too: undoing both forgets them.
  await client.call(undoImport, { id })
  expect((await upload(client, list)).preview.sheets[0]?.columns[0]).toMatchObject({ column: 'sku' })
  await client.call(undoImport, { id: again.id })
  expect((await upload(client, list)).error).toMatchObject({ code: 'unreadable_file' })
})

test('the newest choice for the same headings counts, and a choice precedes the names of columns', async () => {
  const client = await app.signUp()
  const file = 'sku,name,price\nB-1,Bolt,2.50'
  const swapped: ColumnChoice[] = [
    { sheet: 'Products', column: 'sku', heading: 'sku' },
    { sheet: 'Products', column: 'name', heading: 'name' },
    { sheet: 'Products', column: 'cost_price', heading: 'price' },
  ]
  await confirm(client, (await upload(client, file, swapped)).id)
  expect(await productOf(client, 'B-1')).toMatchObject({ price: 0, cost_price: 2.5 })
  await confirm(client, (await upload(client, file, [...swapped.slice(0, 2), choiceOf('price', 'price')])).id)
  expect(await productOf(client, 'B-1')).toMatchObject({ price: 2.5, cost_price: 2.5 })
  const { preview } = await upload(client, 'sku,name,price\nB-2,Nut,1')
  expect(preview.sheets[0]?.columns[2]).toEqual({ heading: 'price', example: '1', column: 'price' })
})

const choiceOf = (column: string, heading: string): ColumnChoice => ({ sheet: 'Products', column, heading })

test('in a workbook, each sheet has its own choices, and a sheet without them is read by its names', async () => {
  const client = await app.signUp()
  const file = workbookFile({
    Products: [
      ['Code', 'Artikel', 'Preis'],
      ['W-1', 'Chair', 12.5],
    ],
    Categories: [['name', 'description', 'color']],
    Transactions: [
      ['product_id', 'type', 'quantity', 'notes', 'status', 'currency'],
      ['W-1', 'in', 4, 'first', 'completed', 'USD'],
    ],
  })
  const missing = await send(client, file, 'book.xlsx', [choiceOf('sku', 'Code')])
  expect(missing.preview.problems.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['The Products sheet has no “name” column']),
  )
  const { preview, id } = await send(client, file, 'book.xlsx', [
    choiceOf('sku', 'Code'),
    choiceOf('name', 'Artikel'),
    choiceOf('price', 'Preis'),
  ])
  expect(preview.problems).toEqual([])
  expect(preview.sheets.map(({ sheet }) => sheet)).toEqual(['Products', 'Categories', 'Transactions'])
  await confirm(client, id)
  expect(await productOf(client, 'W-1')).toMatchObject({ name: 'Chair', price: 12.5, stock: { on_hand: 4 } })
})

test('a list of other records is chosen by its columns', async () => {
  const client = await app.signUp()
  const file = 'Lieferant,Adresse\nExotic Liquids,49 Gilbert St.'
  const { preview } = await upload(client, file, [
    { sheet: 'Suppliers', column: 'name', heading: 'Lieferant' },
    { sheet: 'Suppliers', column: 'address', heading: 'Adresse' },
  ])
  expect(preview.counts.suppliers).toMatchObject({ rows: 1, created: 1 })
})

test.each([
  [['Products.sku=Code', 'Products.sku=Number'], 'Choose each column once'],
  [['Products.colour=Code'], 'Products has no column colour'],
  [['Articles.sku=Code'], 'Write each column as Sheet.column=heading, for example Products.sku=Item no'],
  [['sku'], 'Write each column as Sheet.column=heading, for example Products.sku=Item no'],
])('%j is refused: %s', async (columns, message) => {
  const client = await app.signUp()
  const query = new URLSearchParams([
    ['file_name', 'list.csv'],
    ...columns.map((one): [string, string] => ['columns', one]),
  ])
  const answer = await client.fetch(`/api/v1/import-files?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: list,
  })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(await answer.json())).toContain(message)
})

test('of equal headings each can be chosen; a known one that is there twice is refused with the columns', async () => {
  const client = await app.signUp()
  const file = 'Ref,Art,Uds,uds:,\nA-1,Silla,3,8,99'
  const chosen = [choiceOf('sku', 'Ref'), choiceOf('name', 'Art'), choiceOf('stock_quantity', 'uds: (2)')]
  const { preview, id } = await upload(client, file, chosen)
  expect(preview.problems).toEqual([])
  expect(preview.notices).toEqual(['Not imported: “Uds”, “Column E”.'])
  await confirm(client, id)
  expect(await stockOf(client)).toEqual({ 'A-1': 8 })
  const next = await upload(client, file.replace('A-1', 'A-2'))
  expect(next.preview.sheets[0]?.columns.map(({ column }) => column)).toEqual([
    'sku',
    'name',
    null,
    'stock_quantity',
    null,
  ])

  expect((await upload(client, 'sku,name,price,price\nB-1,Bolt,1,2')).error).toMatchObject({
    code: 'unreadable_file',
    message: 'This file has the column price twice (C and D).',
    details: {
      columns: [
        { heading: 'sku', column: 'sku' },
        { heading: 'name', column: 'name' },
        { heading: 'price', column: 'price', example: '1' },
        { heading: 'price (2)', column: null, example: '2' },
      ],
    },
  })
})

test('a column without a heading is matched by its letter, and again in the next file, also where it is empty', async () => {
  const client = await app.signUp()
  const chosen = [choiceOf('sku', 'Ref'), choiceOf('name', 'Art'), choiceOf('stock_quantity', 'Column C')]
  const { preview, id } = await upload(client, 'Ref,Art,\nA-1,Silla,3', chosen)
  expect([preview.problems, preview.notices]).toEqual([[], []])
  await confirm(client, id)
  expect(await stockOf(client)).toEqual({ 'A-1': 3 })
  await confirm(client, (await upload(client, 'Ref,Art,\nA-2,Mesa,4')).id)
  await confirm(client, (await upload(client, 'Ref,Art,\nA-3,Cama,')).id)
  expect(await stockOf(client)).toEqual({ 'A-1': 3, 'A-2': 4, 'A-3': 0 })
})
