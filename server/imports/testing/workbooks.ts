import { utils, write, type BookType, type WorkBook } from '@e965/xlsx'
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

/** Makes the three sheets of an import from the rows below their headings. */
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

type Entry = { name: string; content: Buffer; claimedBytes?: number; flags?: number }

/** A ZIP file of the given entries, whose headers may lie about the size. */
export function zipFile(entries: Entry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes = content.length, flags = 0 } of entries) {
    const packed = deflateRawSync(content)
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
