import { currencySymbol } from '../ui/money.ts'
import { codeFields } from './product-codes.ts'
import type { ProductValues } from './product-values.ts'

/** The fields that a person edits; the others are what the editor saw. */
export type ProductField = Exclude<keyof ProductValues, 'version' | 'stock_seen'>

const codeLabels = Object.fromEntries(codeFields.map(({ code, label }) => [code, label])) as Record<
  (typeof codeFields)[number]['code'],
  string
>

/** The label of each field of the form; conflicts name all fields but the decimals by them, in this order. */
export const productLabels: Readonly<Record<ProductField, string>> = {
  name: 'Product Name',
  ...codeLabels,
  category_id: 'Category',
  supplier_id: 'Supplier',
  description: 'Description',
  price: 'Price',
  cost_price: 'Cost Price',
  stock_quantity: 'Current Stock',
  min_stock_level: 'Minimum Stock Level',
  quantity_decimals: 'Quantities',
  location: 'Location',
  additional_locations: 'Additional Locations',
  image: 'Image URL',
  purchase_url: 'Purchase URL',
}

/** The label of a field in the form, where amounts name the currency: `Price ($)`. */
export function fieldLabel(name: ProductField): string {
  const isAmount = name === 'price' || name === 'cost_price'
  return isAmount ? `${productLabels[name]} (${currencySymbol()})` : productLabels[name]
}
