import type { Currency } from '../../contract/currencies.ts'
import { utils, write, type WorkBook } from '@e965/xlsx'
import { importSheets } from '../../contract/import-fields.ts'
import { sheetColumns } from './sheets/tables.ts'

/** What the columns' descriptions don't cover. An import ignores this sheet. */
const explanations = [
  'How an import reads this workbook',
  '',
  'Nothing is saved until you have seen a preview of all changes and confirmed it. You can undo a whole import.',
  'The Suppliers and Locations sheets are optional. The other three are required, but can be empty.',
  'Products are matched by SKU, everything else by name. Matching ignores case. What doesn’t exist yet is added.',
  'Existing records are updated. Only cells with a different value change a record, and blank cells leave a field as it is.',
  'stock_quantity is the opening stock of a new product. For an existing product it is used only if you choose “Set stock to the quantities in the file” in the preview.',
  'Transactions: type is in, out or adjustment (with a sign). Status is completed or pending. Rows that were already imported are skipped, so you can import the same file again.',
]

/** The template as the bytes of an .xlsx file; its examples are in the organization's currency. */
export function writeTemplate(currency: Currency): Buffer {
  return write(templateWorkbook(currency), { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

function templateWorkbook(currency: Currency): WorkBook {
  const workbook = utils.book_new()
  for (const name of importSheets) {
    const columns = Object.entries(sheetColumns[name]).flatMap(([column, { template: shown }]) =>
      shown ? [{ column, ...shown }] : [],
    )
    const sheet = utils.aoa_to_sheet([
      columns.map(({ column }) => column),
      columns.map(({ column, example }) => (column === 'currency' ? currency : example)),
    ])
    sheet['!cols'] = columns.map(({ width }) => ({ wch: width }))
    utils.book_append_sheet(workbook, sheet, name)
  }
  const help = utils.aoa_to_sheet([...explanations, ...columnExplanations()].map((line) => [line]))
  help['!cols'] = [{ wch: 120 }]
  utils.book_append_sheet(workbook, help, 'How it works')
  return workbook
}

function columnExplanations(): string[] {
  return importSheets.flatMap((name) =>
    Object.values(sheetColumns[name]).flatMap(({ explanation }) => explanation ?? []),
  )
}
