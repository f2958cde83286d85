import { productCodes, type ProductCode } from './product-codes.ts'
import type { Report } from './reports.ts'

/**
 * The type of a column. Numbers arrive as the database's decimal texts, so no digit is lost; timestamps as RFC 3339.
 */
type ColumnKind = 'text' | 'quantity' | 'money' | 'moment'

/** A column of a file: its heading, and how wide it is in a workbook (characters). */
export type FileColumn = Readonly<{ header: string; kind: ColumnKind; width: number }>

/** The codes of a product, the SKU first: columns of every line. */
export const codeColumns = Object.keys(productCodes) as ProductCode[]

/** A product's codes besides its SKU: after the file's original columns. */
export const furtherCodeColumns: readonly ProductCode[] = codeColumns.filter((code) => code !== 'sku')

/** The sheet of the inventory report's workbook, which can be imported again as products. */
export const inventorySheet = 'Inventory Status'

/** The columns of each report's file, in order: the server writes them, and the screen lists them. */
export const reportColumns: Readonly<Record<Report, readonly FileColumn[]>> = {
  inventory: [
    { header: 'Product Name', kind: 'text', width: 36 },
    { header: 'SKU', kind: 'text', width: 18 },
    { header: 'Category', kind: 'text', width: 22 },
    { header: 'Price', kind: 'money', width: 12 },
    { header: 'Cost Price', kind: 'money', width: 12 },
    { header: 'Current Stock', kind: 'quantity', width: 14 },
    { header: 'Min Stock Level', kind: 'quantity', width: 16 },
    ...furtherCodeColumns.map((code): FileColumn => ({ header: productCodes[code].label, kind: 'text', width: 18 })),
  ],
  transactions: [
    { header: 'Date', kind: 'moment', width: 26 },
    { header: 'Product ID', kind: 'text', width: 38 },
    { header: 'Product Name', kind: 'text', width: 36 },
    { header: 'Transaction Type', kind: 'text', width: 17 },
    { header: 'Quantity', kind: 'quantity', width: 11 },
    { header: 'Notes', kind: 'text', width: 50 },
    { header: 'SKU', kind: 'text', width: 18 },
    { header: 'Location', kind: 'text', width: 28 },
    { header: 'Reason', kind: 'text', width: 24 },
    { header: 'Document', kind: 'text', width: 30 },
    { header: 'On Hand Change', kind: 'quantity', width: 16 },
  ],
  valuation: [
    { header: 'Product Name', kind: 'text', width: 36 },
    { header: 'SKU', kind: 'text', width: 18 },
    { header: 'Current Stock', kind: 'quantity', width: 14 },
    { header: 'Cost Price', kind: 'money', width: 12 },
    { header: 'Total Cost', kind: 'money', width: 16 },
    { header: 'Retail Price', kind: 'money', width: 12 },
    { header: 'Total Retail', kind: 'money', width: 16 },
    { header: 'Potential Profit', kind: 'money', width: 16 },
    { header: 'Cost Known', kind: 'text', width: 12 },
    { header: 'Held', kind: 'quantity', width: 10 },
    { header: 'Held Cost', kind: 'money', width: 14 },
    { header: 'In Transit', kind: 'quantity', width: 10 },
    { header: 'In Transit Cost', kind: 'money', width: 16 },
  ],
}
