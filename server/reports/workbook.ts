import { type Currency, usualCurrency } from '../../contract/currencies.ts'
import { currencySymbol } from '../../contract/money.ts'
import { Readable } from 'node:stream'
import { asCellText } from '../../contract/formula-text.ts'
import { cellExcerpt } from '../platform/excerpt.ts'
import { moneyText, quantityText } from './decimal-text.ts'
import type { FileColumn } from '../../contract/report-columns.ts'
import type { FileRow } from './file-row.ts'

/** The maximum rows of a sheet, including its heading. */
export const sheetRowsMax = 1_048_576
/** Long notes may fill a sheet's file before its rows do. */
const sheetBytesMax = 1_000_000_000

/** Level 3, measured on report rows: twice as fast as the default, a tenth larger. Entries have a fixed time. */
const packing = { compressionLevel: 3, mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** The index of each cell format in `stylesIn` below. */
const formats = { heading: 1, quantity: 2, money: 3, moment: 4, text: 0, guarded: 5 } as const

/**
 * Rows as an .xlsx workbook, written while it is sent: only the current batch is in memory. Rows that don't fit on one
 * sheet continue on the next, with the same name and a number. Texts are typed as texts, so none is ever a formula.
 */
export async function* workbookPieces(
  sheet: string,
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly FileRow[]>,
  { rowsMax = sheetRowsMax, currency = usualCurrency }: { rowsMax?: number; currency?: Currency | undefined } = {},
): AsyncGenerator<Buffer> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const written = zip.outputStream as Readable
  const rows = waiting(batches)
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, packing)
  let sheets = 0
  let reading: Readable | undefined
  const addSheet = () => {
    sheets += 1
    zip.addReadStreamLazy(`xl/worksheets/sheet${sheets}.xml`, packing, (start) => {
      reading = Readable.from(thenTheNext(sheetPieces(columns, rows, rowsMax)), { objectMode: false })
      reading.once('error', (error) => written.destroy(error))
      start(null, reading)
    })
  }
  // The number of sheets is known when the last one is written.
  async function* thenTheNext(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    yield* pieces
    if (await rows.hasMore()) return addSheet()
    add('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
    add('xl/workbook.xml', workbook(sheet, sheets))
    zip.end()
  }
  add('[Content_Types].xml', contentTypes)
  add('_rels/.rels', packageRelations)
  add('xl/styles.xml', stylesIn(currency))
  addSheet()
  zip.once('error', (error) => written.destroy(error as Error))
  try {
    yield* written as AsyncIterable<Buffer>
  } finally {
    // A reader that stops also stops the rows.
    reading?.destroy()
  }
}

/** Rows that several sheets consume in turn. */
type WaitingRows = { take(atMost: number): Promise<readonly FileRow[]>; hasMore(): Promise<boolean> }

function waiting(batches: AsyncIterable<readonly FileRow[]>): WaitingRows {
  const iterator = batches[Symbol.asyncIterator]()
  let rows: readonly FileRow[] = []
  const hasMore = async () => {
    while (rows.length === 0) {
      const next = await iterator.next()
      if (next.done) return false
      rows = next.value
    }
    return true
  }
  return {
    hasMore,
    async take(atMost) {
      await hasMore()
      const taken = rows.slice(0, atMost)
      rows = rows.slice(atMost)
      return taken
    },
  }
}

async function* sheetPieces(
  columns: readonly FileColumn[],
  rows: WaitingRows,
  rowsMax: number,
): AsyncGenerator<Buffer> {
  const head = columns.map(({ header }, index) => textCell(index, 1, header, formats.heading)).join('')
  yield Buffer.from(`${sheetBegin(columns)}<row r="1">${head}</row>`)
  let bytes = 0
  for (let row = 2; row <= rowsMax && bytes < sheetBytesMax;) {
    const taken = await rows.take(rowsMax - row + 1)
    if (taken.length === 0) break
    const first = row
    const piece = Buffer.from(taken.map((values, index) => rowOf(columns, values, first + index)).join(''))
    bytes += piece.length
    row += taken.length
    yield piece
  }
  yield Buffer.from('</sheetData></worksheet>')
}

function rowOf(columns: readonly FileColumn[], values: FileRow, row: number): string {
  const cells = columns.map(({ kind }, index) => cellOf(kind, index, row, values[index] ?? null))
  return `<row r="${row}">${cells.join('')}</row>`
}

function cellOf(kind: FileColumn['kind'], index: number, row: number, value: string | null): string {
  if (value === null) return ''
  if (kind === 'text') return textCell(index, row, value, asCellText(value) === value ? formats.text : formats.guarded)
  const number = kind === 'quantity' ? quantityText(value) : kind === 'money' ? moneyText(value) : serialDay(value)
  return `<c r="${letterOf(index)}${row}" s="${formats[kind]}"><v>${number}</v></c>`
}

function textCell(index: number, row: number, text: string, format: number): string {
  const style = format === 0 ? '' : ` s="${format}"`
  return `<c r="${letterOf(index)}${row}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(cellExcerpt(text))}</t></is></c>`
}

/** A timestamp in spreadsheets' counting: days since the end of 1899, in UTC. */
function serialDay(moment: string): string {
  return String(25_569 + Date.parse(moment) / 86_400_000)
}

/** Reports have fewer columns than the alphabet has letters. */
function letterOf(index: number): string {
  return String.fromCharCode(65 + index)
}

/**
 * Characters that XML cannot hold, and carriage returns that it would turn into line feeds, are written `_x000D_`, as
 * Excel does.
 */
function xmlText(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      forbiddenInXml,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

// oxlint-disable-next-line no-control-regex -- these are the characters in question
const forbiddenInXml = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const spreadsheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Every .xml is a sheet unless it is listed: the number of sheets isn't known yet. */
const contentTypes =
  `${xml}<Types xmlns="${packages}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Default Extension="xml" ContentType="${spreadsheetml}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheetml}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheetml}.styles+xml"/></Types>`

const packageRelations =
  `${xml}<Relationships xmlns="${packages}/relationships">` +
  `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function workbookRelations(sheets: number): string {
  const relations = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 2}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return (
    `${xml}<Relationships xmlns="${packages}/relationships">` +
    `<Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/>${relations.join('')}</Relationships>`
  )
}

function workbook(sheet: string, sheets: number): string {
  const names = Array.from({ length: sheets }, (_, index) => (index === 0 ? sheet : `${sheet} ${index + 1}`))
  const listed = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 2}"/>`)
  return `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`
}

/** The heading stays visible. */
function sheetBegin(columns: readonly FileColumn[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>`
  )
}

const amountIn = (currency: Currency) => `&quot;${currencySymbol(currency)}&quot;#,##0.00##`

/**
 * Formats: unchanged; bold; plain number; an amount with all decimals, at least two; a timestamp in ISO format; a
 * formula-like text, which stays one even when the cell is edited.
 */
const stylesIn = (currency: Currency) =>
  `${xml}<styleSheet xmlns="${main}"><numFmts count="2">` +
  `<numFmt numFmtId="164" formatCode="${amountIn(currency)};\\-${amountIn(currency)}"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd&quot;T&quot;hh:mm:ss.000&quot;Z&quot;"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="6">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '</cellXfs></styleSheet>'
