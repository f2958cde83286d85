import { utils, write, type WorkBook } from '@e965/xlsx'
import { categoryPalette } from '../../contract/categories.ts'
import { downloadImportTemplate } from '../../contract/imports.ts'
import { implement } from '../platform/endpoint.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sheets = {
  Products: {
    widths: [20, 15, 30, 15, 12, 12, 12, 12, 30, 20],
    rows: [
      [
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
      ],
      [
        'Example Product',
        'SKU-001',
        'What it is',
        'Example Category',
        19.99,
        12.5,
        100,
        10,
        'https://example.com/image.jpg',
        'Main Warehouse',
      ],
    ],
  },
  Categories: {
    widths: [20, 30, 12],
    rows: [
      ['name', 'description', 'color'],
      ['Example Category', 'What belongs here', categoryPalette[0]],
    ],
  },
  Transactions: {
    widths: [15, 12, 12, 30, 12, 12],
    rows: [
      ['product_id', 'type', 'quantity', 'notes', 'status', 'currency'],
      ['SKU-001', 'in', 10, 'First delivery', 'completed', 'USD'],
    ],
  },
}

/** The workbook people start from: three sheets with their columns and one example row each (spec 9). */
export const downloadImportTemplateQuery = implement(downloadImportTemplate, async () => ({
  file_name: 'inventory_template.xlsx',
  content_type: xlsxType,
  body: write(templateWorkbook(), { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer,
}))

function templateWorkbook(): WorkBook {
  const workbook = utils.book_new()
  for (const [name, { widths, rows }] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows)
    sheet['!cols'] = widths.map((wch) => ({ wch }))
    utils.book_append_sheet(workbook, sheet, name)
  }
  return workbook
}
