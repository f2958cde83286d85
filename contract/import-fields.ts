import { productCodes, type ProductCode } from './product-codes.ts'

/** The sheets of a workbook, in the order of the template. Suppliers and Locations are optional. */
export const importSheets = ['Products', 'Categories', 'Transactions', 'Suppliers', 'Locations'] as const

export type ImportSheet = (typeof importSheets)[number]

/** The records that an import creates and changes. */
export const importKinds = ['product', 'category', 'supplier', 'location'] as const

export type ImportKind = (typeof importKinds)[number]

/** A product's codes besides its SKU. */
const furtherCodes = Object.fromEntries(
  Object.entries(productCodes).flatMap(([code, { label }]) => (code === 'sku' ? [] : [[code, label]])),
) as Record<Exclude<ProductCode, 'sku'>, string>

/** The fields an import can change, by column, with their display names. */
export const importFieldLabels = {
  name: 'Name',
  description: 'Description',
  category_name: 'Category',
  supplier_name: 'Supplier',
  price: 'Price',
  cost_price: 'Cost price',
  stock_quantity: 'Stock',
  min_stock_level: 'Minimum stock level',
  image: 'Image',
  location: 'Location',
  quantity_decimals: 'Quantity decimals',
  ...furtherCodes,
  color: 'Color',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  contact_person: 'Contact person',
  tax_id: 'Tax ID',
  payment_terms: 'Payment terms',
  notes: 'Notes',
  status: 'Status',
} as const

export const importFields = Object.keys(importFieldLabels) as ImportField[]

export type ImportField = keyof typeof importFieldLabels
