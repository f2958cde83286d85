import { CFB, utils, write, type BookType, type WorkBook } from '@e965/xlsx'
import { crc32, deflateRawSync } from 'node:zlib'

type CellValue = string | number | boolean | Date | null

/** A workbook as rows of cells per sheet; the first row names the columns. */
export type SheetCells = Record<string, CellValue[][]>

export const productColumns = [
  'name',
  'sku',
  'description',
  'category_name',
  'price',
  'cost_price',
  'stock_quantity',
  'min_stock_level',
  'image',
  'location',
]
export const categoryColumns = ['name', 'description', 'color']
export const transactionColumns = ['product_id', 'type', 'quantity', 'notes', 'status', 'currency']

/** Creates the three sheets of an import from the rows below their headings. */
export function importSheets(rows: {
  products?: CellValue[][]
  categories?: CellValue[][]
  transactions?: CellValue[][]
}): SheetCells {
  return {
    Products: [productColumns, ...(rows.products ?? [])],
    Categories: [categoryColumns, ...(rows.categories ?? [])],
    Transactions: [transactionColumns, ...(rows.transactions ?? [])],
  }
}

export function workbookOf(sheets: SheetCells): WorkBook {
  const workbook = utils.book_new()
  for (const [name, cells] of Object.entries(sheets)) utils.book_append_sheet(workbook, utils.aoa_to_sheet(cells), name)
  return workbook
}

/** The bytes of a workbook. */
export function workbookFile(sheets: SheetCells, bookType: BookType = 'xlsx'): Buffer<ArrayBuffer> {
  return write(workbookOf(sheets), { type: 'buffer', bookType, compression: true }) as Buffer<ArrayBuffer>
}

/** A precompressed empty content: setting up the compressor for each of thousands takes seconds. */
const nothingPacked = deflateRawSync(Buffer.alloc(0))

type Entry = { name: string; content: Buffer; claimedBytes?: number; flags?: number }

/** A ZIP file of the given entries, whose headers may state a wrong size. */
export function zipFile(entries: Entry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes = content.length, flags = 0 } of entries) {
    const packed = content.length === 0 ? nothingPacked : deflateRawSync(content)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(content), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(claimedBytes, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), header, Buffer.from(name), packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    centrals.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, tail, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

type SheetParts = { doctype?: string; before?: string; after?: string; extra?: Record<string, string> }

/** A minimal .xlsx whose first sheet, Products, is the given XML; with XML around its rows, and further entries. */
export function sheetFile(headings: string, rows: string, more: SheetParts = {}): Buffer {
  const { doctype = '', before = '', after = '', extra = {} } = more
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `${doctype}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData><row r="1">${headings}</row>${rows}</sheetData>${after}</worksheet>`,
    ...extra,
  }
  return zipFile(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text, 'latin1') })))
}

/**
 * An .xls file whose only sheet, Products, has this many merged ranges: thousands of records, before the one that ends
 * the sheet.
 */
export function mergedXls(merges: number): Buffer {
  const record = Buffer.alloc(4 + 2 + 1_000 * 8)
  record.writeUInt16LE(0x00e5, 0)
  record.writeUInt16LE(record.length - 4, 2)
  record.writeUInt16LE(1_000, 4)
  for (let n = 0; n < 1_000; n++) record.writeUInt32LE(0x0001_0000, 6 + n * 8)
  return xlsWith(
    { Products: [['name', 'sku']] },
    Array.from({ length: merges / 1_000 }, () => record),
  )
}

/** An .xls file of one sheet with these hidden rows, counted from 0: the library writes no rows into such files. */
export function hiddenRowsXls(sheet: SheetCells, rows: readonly number[]): Buffer {
  const records = rows.map((row) => {
    const record = Buffer.alloc(20)
    record.writeUInt16LE(0x0208, 0)
    record.writeUInt16LE(16, 2)
    record.writeUInt16LE(row, 4)
    record.writeUInt16LE(0x0120, 16)
    return record
  })
  return xlsWith(sheet, records)
}

/** An .xls file of one sheet with further records before the one that ends it. */
function xlsWith(sheet: SheetCells, records: readonly Buffer[]): Buffer {
  const container = CFB.read(workbookFile(sheet, 'biff8'), { type: 'buffer' })
  const stream = Buffer.from(CFB.find(container, 'Workbook')?.content ?? [])
  const end = stream.length - 4
  const changed = CFB.utils.cfb_new()
  CFB.utils.cfb_add(changed, 'Workbook', Buffer.concat([stream.subarray(0, end), ...records, stream.subarray(end)]))
  return CFB.write(changed, { type: 'buffer' }) as Buffer
}
