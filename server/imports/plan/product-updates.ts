import { limits } from '../../../contract/limits.ts'
import { exactUnits, formatQuantity, quantityOf } from '../../../contract/quantity.ts'
import { isUnreadable } from '../sheets/cells.ts'
import { differences, fieldChange, type PlannedChange } from './changes.ts'
import type { Holding, ExistingProduct } from '../existing/existing-products.ts'
import type { HomeLocation } from './locations.ts'
import type { ProductContext } from './product-context.ts'
import { productFields } from '../sheets/products.ts'
import { keyOf, type ProductRow } from '../read/row-readers.ts'

/** The stock of one location and lot, set from the current quantity to the file's. */
export type PlannedCount = {
  location_id: string
  location: string
  lot_id: string | null
  from: number
  to: number
  /** Units reserved there for orders. */
  reserved: number
}

/** An existing product in the Products sheet. */
export type ProductUpdate = {
  id: string
  key: string
  /** What its row changes, including stock; null if nothing. */
  change: PlannedChange | null
  count: PlannedCount | null
  /** The precision of its quantities; the finest if the row's value can't be read. */
  decimals: number
  /** The future minimum. */
  minimum: number
  /**
   * Where its transactions are posted, and what is available there before them (in ten-thousandths). Null if it has
   * none.
   */
  home: HomeLocation | null
  available: bigint
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
  const stockIsSet = context.setStock && row.stock_quantity !== null
  const count = stockIsSet ? planCount(row, product, home, context) : null
  if (count) {
    const { from, to, location } = count
    fields.push({ field: 'stock_quantity', from, to, place: location, column: null })
  }
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
    count,
    decimals: decimalsOf(row, product),
    minimum: row.min_stock_level ?? product.min_stock_level,
    home,
    available: availableAfter(product, home, count),
    stockIsSet,
    stockIsKnown: stockIsKnown(row, product, count, context),
  }
}

/** Not if the location can't be read, nor if the stock is to be set and its value can't be read or counted. */
function stockIsKnown(row: ProductRow, product: ExistingProduct, count: PlannedCount | null, context: ProductContext) {
  if (isUnreadable(row.row, 'location', row.location)) return false
  if (!context.setStock) return true
  if (row.stock_quantity === null) return !isUnreadable(row.row, 'stock_quantity', row.stock_quantity)
  return count !== null || !differsFromFile(row, product, context)
}

/** The precision of a product's quantities; the finest possible if the row's value can't be read. */
export function decimalsOf({ row, quantity_decimals }: ProductRow, product: ExistingProduct | undefined): number {
  if (isUnreadable(row, 'quantity_decimals', quantity_decimals)) return limits.quantityDecimalsMax
  return quantity_decimals ?? product?.quantity_decimals ?? 0
}

function changedFields(row: ProductRow, product: ExistingProduct, { categories, locations, problems }: ProductContext) {
  // An unreadable name is a problem of its own, not a blank one.
  const fields = differences(productFields, { ...row, name: row.name === '' ? null : row.name }, product)
  if (fields.some(({ field }) => field === 'quantity_decimals') && product.uses_more_decimals)
    problems.at(row.row, 'quantity_decimals', 'This product’s stock history has quantities with more decimals')
  if (row.category_name !== null && !sameName(row.category_name, product.category_name)) {
    const after = categories.idOf(row.category_name)
    const column = { name: 'category_id', before: product.category_id, after }
    fields.push(fieldChange('category_name', product.category_name, row.category_name, column))
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

/**
 * Whether the stock differs from what the file results in: its quantity and its transactions that are in effect. Not if
 * its cell is blank.
 */
export function differsFromFile(row: ProductRow, product: ExistingProduct, context: ProductContext): boolean {
  return row.stock_quantity !== null && fileStock(row, context) !== exactUnits(product.on_hand)
}

/** In ten-thousandths of a unit. */
function fileStock({ key, stock_quantity }: ProductRow, { earlier }: ProductContext): bigint {
  return exactUnits(stock_quantity ?? 0) + (earlier.get(key) ?? 0n)
}

/**
 * Stock at one location and of one lot is counted there, no stock at the product's location; stock in several is a
 * problem.
 */
function planCount(
  row: ProductRow,
  product: ExistingProduct,
  home: HomeLocation | null,
  context: ProductContext,
): PlannedCount | null {
  if (!differsFromFile(row, product, context)) return null
  const to = quantityOf(fileStock(row, context))
  const say = (message: string) => context.problems.at(row.row, 'stock_quantity', message)
  if (to < 0 || to > limits.quantityMax) {
    say(`With the previously imported transactions from this file, the stock would be ${formatQuantity(to)}`)
    return null
  }
  const [held] = product.holdings
  if (product.holdings.length > 1) {
    say(`Stored in several locations or lots (${whereabouts(product.holdings)}). Set the stock of each one instead`)
    return null
  }
  const location = held?.location ?? home?.name ?? ''
  if (!(held?.is_active ?? home?.is_active)) {
    say(`“${location}” isn’t an active location`)
    return null
  }
  return {
    location_id: held?.location_id ?? home?.id ?? '',
    location,
    lot_id: held?.lot_id ?? null,
    from: held?.on_hand ?? 0,
    to,
    reserved: held?.reserved ?? 0,
  }
}

const shownHoldings = 4

function whereabouts(holdings: Holding[]): string {
  const shown = holdings
    .slice(0, shownHoldings)
    .map(({ location, on_hand }) => `${location} ${formatQuantity(on_hand)}`)
  return [...shown, ...(holdings.length > shownHoldings ? ['…'] : [])].join(', ')
}

/** What transactions may take at a location: after the count, if the count is there. */
function availableAfter(product: ExistingProduct, home: HomeLocation | null, count: PlannedCount | null): bigint {
  if (!count || count.location_id !== home?.id) return availableAt(product, home?.id ?? null)
  const left = exactUnits(count.to) - exactUnits(count.reserved)
  return left > 0n ? left : 0n
}

/** What transactions may take at a location, in ten-thousandths of a unit. */
export function availableAt({ holdings }: ExistingProduct, location_id: string | null): bigint {
  let available = 0n
  for (const held of holdings) {
    if (held.location_id === location_id) available += exactUnits(held.on_hand) - exactUnits(held.reserved)
  }
  return available
}
