import { limits } from '../../../contract/limits.ts'
import { isUnreadable } from '../sheets/cells.ts'
import { finerQuantitiesInUse } from '../../products/product-fields.ts'
import { differences, fieldChange, type PlannedChange } from './changes.ts'
import type { ExistingProduct } from '../existing/existing-products.ts'
import type { HomeLocation } from './locations.ts'
import { type HomeStock, homeStock } from './home-stock.ts'
import { type PlannedCount, differingLocations, differsFromFile, planCounts } from './plan-count.ts'
import type { ProductContext } from './product-context.ts'
import { productFields } from '../sheets/products.ts'
import { keyOf, type ProductRow } from '../read/row-readers.ts'

/** An existing product in the Products sheet. */
export type ProductUpdate = {
  id: string
  key: string
  /** What its row changes, including stock; null if nothing. */
  change: PlannedChange | null
  /** What sets its stock: several if the file gives it for each location. */
  counts: PlannedCount[]
  /** The precision of its quantities; the finest if the row's value can't be read. */
  decimals: number
  /** The future minimum. */
  minimum: number
  /** Where its transactions are posted, and its stock before them. Null if it has none. */
  home: HomeLocation | null
  stock: HomeStock
  /** Whether a row of the file gives its stock. */
  stockIsSet: boolean
  /** Whether the stock before its transactions is known: otherwise they can't be checked. */
  stockIsKnown: boolean
}

/**
 * What a row changes in an existing product: the fields whose cells differ; and the stock, if it is to be set and is at
 * one location, of one lot. Its SKU keeps its spelling.
 */
export function planUpdate(row: ProductRow, product: ExistingProduct, context: ProductContext): ProductUpdate {
  const fields = changedFields(row, product, context)
  const relocated = fields.some(({ field }) => field === 'location')
  const home = relocated
    ? context.locations.locationOf(row.location)
    : context.locations.locationWithId(product.home_location_id)
  const stockIsSet = context.setStock && (row.stock_quantity !== null || row.located.length > 0)
  const counts = stockIsSet ? planCounts(row, product, home, context) : []
  for (const { from, to, location } of counts)
    fields.push({ field: 'stock_quantity', from, to, location, column: null })
  return {
    id: product.id,
    key: row.key,
    change:
      fields.length === 0
        ? null
        : {
            sheet: 'Products',
            kind: 'product',
            row: row.row,
            record_id: product.id,
            name: product.name,
            sku: product.sku,
            fields,
          },
    counts,
    decimals: decimalsOf(row, product),
    minimum: row.min_stock_level ?? product.min_stock_level,
    home,
    stock: homeStock(product, home, counts),
    stockIsSet,
    stockIsKnown: stockIsKnown(row, product, counts, context),
  }
}

/**
 * False if the location is unreadable, or if the stock is to be set and its value is unreadable or can't be counted.
 */
function stockIsKnown(
  row: ProductRow,
  product: ExistingProduct,
  counts: readonly PlannedCount[],
  context: ProductContext,
) {
  if (isUnreadable(row.row, 'location', row.location)) return false
  if (!context.setStock) return true
  if (row.located.length > 0) return counts.length === differingLocations(row, product, context)
  if (row.stock_quantity === null) return !isUnreadable(row.row, 'stock_quantity', row.stock_quantity)
  return counts.length > 0 || !differsFromFile(row, product, context)
}

/** The precision of a product's quantities; the finest possible if the row's value can't be read. */
export function decimalsOf({ row, quantity_decimals }: ProductRow, product: ExistingProduct | undefined): number {
  if (isUnreadable(row, 'quantity_decimals', quantity_decimals)) return limits.quantityDecimalsMax
  return quantity_decimals ?? product?.quantity_decimals ?? 0
}

function changedFields(
  row: ProductRow,
  product: ExistingProduct,
  { categories, suppliers, locations, problems }: ProductContext,
) {
  // An unreadable name is a separate problem, not a blank one.
  const fields = differences(productFields, { ...row, name: row.name === '' ? null : row.name }, product)
  if (fields.some(({ field }) => field === 'quantity_decimals') && product.uses_more_decimals)
    problems.at(row.row, 'quantity_decimals', finerQuantitiesInUse)
  if (row.category_name !== null && !sameName(row.category_name, product.category_name)) {
    const after = categories.idOf(row.category_name)
    const column = { name: 'category_id', before: product.category_id, after }
    if (after !== product.category_id)
      fields.push(fieldChange('category_name', product.category_name, after && row.category_name, column))
  }
  if (row.supplier_name !== null && !sameName(row.supplier_name, product.supplier_name)) {
    const after = suppliers.idOf(row.supplier_name, row.row, problems)
    const column = { name: 'supplier_id', before: product.supplier_id, after }
    fields.push(fieldChange('supplier_name', product.supplier_name, row.supplier_name, column))
  }
  if (row.location !== null && !sameName(row.location, product.location)) {
    const home = locations.locationOf(row.location)
    if (!home.is_active) problems.at(row.row, 'location', `“${home.name}” isn’t an active location`)
    const column = { name: 'location', before: product.location, after: home.name }
    fields.push(fieldChange('location', product.location, home.name, column))
  }
  return fields
}

function sameName(one: string, other: string | null): boolean {
  return other !== null && keyOf(one) === keyOf(other)
}
