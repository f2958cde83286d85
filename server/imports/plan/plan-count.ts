import { limits } from '../../../contract/limits.ts'
import { exactUnits, formatQuantity, quantityOf } from '../../../contract/quantity.ts'
import type { Holding, ExistingProduct } from '../existing/existing-products.ts'
import type { HomeLocation } from './locations.ts'
import type { ProductContext } from './product-context.ts'
import type { LocatedStock, ProductRow } from '../read/row-readers.ts'

/** The stock of one location and lot, set from the current quantity to the file's. */
export type PlannedCount = {
  location_id: string
  location: string
  lot_id: string | null
  from: number
  to: number
  /** Units reserved there for orders. */
  reserved: number
  /** Whether the lot has expired. */
  is_expired: boolean
}

/**
 * Whether the stock differs from what the file results in: its quantity and its transactions that are in effect. False
 * if its cell is blank.
 */
export function differsFromFile(row: ProductRow, product: ExistingProduct, context: ProductContext): boolean {
  if (row.located.length > 0) return row.located.some((stock) => differsAt(row, stock, product, context))
  return row.stock_quantity !== null && fileStock(row, context) !== exactUnits(product.on_hand)
}

/** At how many of its locations a row gives another stock; one more for each whose stock can't be read. */
export function differingLocations(row: ProductRow, product: ExistingProduct, context: ProductContext): number {
  return row.located.filter((stock) => stock.quantity === null || differsAt(row, stock, product, context)).length
}

/** Whether the stock at one location differs: a location that doesn't exist yet has none. */
function differsAt(row: ProductRow, stock: LocatedStock, product: ExistingProduct, context: ProductContext): boolean {
  if (stock.quantity === null) return false
  const { id } = context.locations.locationOf(stock.location)
  const held = product.holdings.filter(({ location_id }) => location_id === id)
  const sum = held.reduce((total, { on_hand }) => total + exactUnits(on_hand), 0n)
  return stockAt(row, { quantity: stock.quantity, location_id: id }, product, context) !== sum
}

/** In ten-thousandths of a unit. The file's earlier transactions were posted where the product's units go. */
function stockAt(
  { key }: ProductRow,
  { quantity, location_id }: { quantity: number; location_id: string },
  { home_location_id }: ExistingProduct,
  { earlier }: ProductContext,
): bigint {
  return exactUnits(quantity) + (location_id === home_location_id ? (earlier.get(key) ?? 0n) : 0n)
}

/** In ten-thousandths of a unit. */
function fileStock({ key, stock_quantity }: ProductRow, { earlier }: ProductContext): bigint {
  return exactUnits(stock_quantity ?? 0) + (earlier.get(key) ?? 0n)
}

/** Plans the counts that set the stock of a row: at each location that it names, or where the stock is. */
export function planCounts(
  row: ProductRow,
  product: ExistingProduct,
  home: HomeLocation | null,
  context: ProductContext,
): PlannedCount[] {
  if (row.located.length > 0) return row.located.flatMap((stock) => planCountAt(row, stock, product, context) ?? [])
  const count = planCount(row, product, home, context)
  return count ? [count] : []
}

/** Null if nothing differs, or if it is in several lots, which is reported as a problem. */
function planCountAt(
  row: ProductRow,
  stock: LocatedStock,
  product: ExistingProduct,
  context: ProductContext,
): PlannedCount | null {
  if (stock.quantity === null || !differsAt(row, stock, product, context)) return null
  const { id: location_id, name: location, is_active } = context.locations.locationOf(stock.location)
  const to = quantityOf(stockAt(row, { quantity: stock.quantity, location_id }, product, context))
  const say = (message: string) => context.problems.at(stock.row, 'stock_quantity', message)
  const held = product.holdings.filter((holding) => holding.location_id === location_id)
  const [only] = held
  if (to < 0 || to > limits.quantityMax) {
    say(impossibleStock(to))
    return null
  }
  if (held.length > 1) {
    say(`Stored in several lots (${whereabouts(held)}). Set the stock of each one instead`)
    return null
  }
  if (!is_active) {
    say(`“${location}” isn’t an active location`)
    return null
  }
  return countOf(only, { location_id, location, to })
}

/**
 * Plans the count that sets the stock where it is; if there is none, at the product's location. Null if nothing
 * differs, or if it is in several locations or lots, which is reported as a problem.
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
    say(impossibleStock(to))
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
  return countOf(held, { location_id: held?.location_id ?? home?.id ?? '', location, to })
}

function countOf(held: Holding | undefined, at: Pick<PlannedCount, 'location_id' | 'location' | 'to'>): PlannedCount {
  return {
    ...at,
    lot_id: held?.lot_id ?? null,
    from: held?.on_hand ?? 0,
    reserved: held?.reserved ?? 0,
    is_expired: held?.is_expired ?? false,
  }
}

function impossibleStock(to: number): string {
  return `With the previously imported transactions from this file, the stock would be ${formatQuantity(to)}. Correct the quantity`
}

const shownLocations = 4

/** `Main Warehouse 5, Shop 3 in 2 lots`, the first few. */
export function whereabouts(holdings: readonly Pick<Holding, 'location' | 'on_hand'>[]): string {
  const located = [...Map.groupBy(holdings, ({ location }) => location)]
  const shown = located.slice(0, shownLocations).map(([location, lots]) => {
    const sum = lots.reduce((total, { on_hand }) => total + exactUnits(on_hand), 0n)
    return `${location} ${formatQuantity(quantityOf(sum))}${lots.length > 1 ? ` in ${lots.length} lots` : ''}`
  })
  return [...shown, ...(located.length > shownLocations ? ['…'] : [])].join(', ')
}
