import { utils, write, type WorkBook } from '@e965/xlsx'
import { categoryPalette } from '../../contract/categories.ts'
import { downloadImportTemplate, importSheets, type ImportSheet } from '../../contract/imports.ts'
import { implement } from '../platform/endpoint.ts'
import { sheetColumns } from './sheets/sheets.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One example row per sheet, column by column, and the widths of the columns (spec 9 names those of Products). */
const examples: Record<ImportSheet, { widths: number[]; row: Record<string, string | number> }> = {
  Products: {
    widths: [20, 15, 30, 15, 12, 12, 12, 12, 30, 20],
    row: {
      name: 'Example Product',
      sku: 'SKU-001',
      description: 'What it is',
      category_name: 'Example Category',
      price: 19.99,
      cost_price: 12.5,
      stock_quantity: 100,
      min_stock_level: 10,
      image: 'https://example.com/image.jpg',
      location: 'Main Warehouse',
    },
  },
  Categories: {
    widths: [20, 30, 12],
    row: { name: 'Example Category', description: 'What belongs here', color: categoryPalette[0] },
  },
  Transactions: {
    widths: [15, 12, 12, 30, 12, 12],
    row: {
      product_id: 'SKU-001',
      type: 'in',
      quantity: 10,
      notes: 'First delivery',
      status: 'completed',
      currency: 'USD',
    },
  },
  Suppliers: {
    widths: [20, 25, 15, 30, 20, 15, 15, 30, 12],
    row: {
      name: 'Example Supplier',
      email: 'orders@example.com',
      phone: '555-0100',
      address: '1 Harbour Way',
      contact_person: 'Jane Doe',
      tax_id: 'US-123456',
      payment_terms: 'Net 30',
      notes: 'Closed on Mondays',
      status: 'active',
    },
  },
  Locations: {
    widths: [20, 30, 30, 20, 15, 25],
    row: {
      name: 'Main Warehouse',
      description: 'Where most of it is kept',
      address: '2 Harbour Way',
      contact_person: 'John Doe',
      phone: '555-0101',
      email: 'warehouse@example.com',
    },
  },
}

/** What the columns do not say by themselves. An import does not read this sheet. */
const explanations = [
  'How an import reads this workbook',
  '',
  'Nothing is written before you have seen a preview of everything it would do and confirmed it. A whole import can be undone.',
  'The sheets Suppliers and Locations may be left out. The other three must be there, with or without rows.',
  'A product is known by its SKU, everything else by its name, in capitals or not. What is not there yet is added.',
  'What is there already is updated: only cells that say something else change it, and a blank cell leaves its field as it is.',
  'stock_quantity is the opening stock of a new product. For a product that is there it counts only if you choose “Set stock to the quantities in the file” in the preview.',
  'Transactions: type is in, out or adjustment (with a sign); status is completed, or pending for one that waits. A row that was imported before is left out, so the same file can be imported again.',
  'An optional column quantity_decimals (0 to 4) on the Products sheet lets a product have quantities with decimals.',
]

/** The workbook people start from: the sheets with their columns and one example row each, and how they are read. */
export const downloadImportTemplateQuery = implement(downloadImportTemplate, async () => ({
  file_name: 'inventory_template.xlsx',
  content_type: xlsxType,
  body: write(templateWorkbook(), { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer,
}))

function templateWorkbook(): WorkBook {
  const workbook = utils.book_new()
  for (const name of importSheets) {
    const { widths, row } = examples[name]
    const columns = sheetColumns[name].known.filter((column) => column in row)
    const sheet = utils.aoa_to_sheet([columns, columns.map((column) => row[column])])
    sheet['!cols'] = widths.map((wch) => ({ wch }))
    utils.book_append_sheet(workbook, sheet, name)
  }
  const help = utils.aoa_to_sheet(explanations.map((line) => [line]))
  help['!cols'] = [{ wch: 120 }]
  utils.book_append_sheet(workbook, help, 'How it works')
  return workbook
}
