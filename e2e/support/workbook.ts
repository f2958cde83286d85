import { utils, write, type WorkBook } from '@e965/xlsx'

type Rows = Record<string, string | number>[]
type Sheets = { products: Rows; categories: Rows; transactions: Rows; suppliers?: Rows; locations?: Rows }

/** A workbook in Onhand's import format, as Excel saves it, for a file field. */
export function workbook(sheets: Sheets, name = 'stock.xlsx') {
  const book: WorkBook = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(sheets.products), 'Products')
  utils.book_append_sheet(book, utils.json_to_sheet(sheets.categories), 'Categories')
  utils.book_append_sheet(book, utils.json_to_sheet(sheets.transactions), 'Transactions')
  if (sheets.suppliers) utils.book_append_sheet(book, utils.json_to_sheet(sheets.suppliers), 'Suppliers')
  if (sheets.locations) utils.book_append_sheet(book, utils.json_to_sheet(sheets.locations), 'Locations')
  const bookType = name.endsWith('.xls') ? 'biff8' : 'xlsx'
  return { name, mimeType: 'application/octet-stream', buffer: write(book, { type: 'buffer', bookType }) as Buffer }
}
