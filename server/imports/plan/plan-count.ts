import { limits } from '../../../contract/limits.ts'
import { exactUnits, formatQuantity, quantityOf } from '../../../contract/quantity.ts'
import type { Holding, ExistingProduct } from '../existing/existing-products.ts'
import type { HomeLocation } from './locations.ts'
import type { ProductContext } from './product-context.ts'
import type { ProductRow } from '../read/row-readers.ts'

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
  return row.stock_quantity !== null && fileStock(row, context) !== exactUnits(product.on_hand)
}

/** In ten-thousandths of a unit. */
function fileStock({ key, stock_quantity }: ProductRow, { earlier }: ProductContext): bigint {
  return exactUnits(stock_quantity ?? 0) + (earlier.get(key) ?? 0n)
}

/**
 * Plans the count that sets the stock where it is; if there is none, at the product's location. Null if nothing
 * differs, or if it is in several locations or lots, which is reported as a problem.
 */
export function planCount(
  row: ProductRow,
  product: ExistingProduct,
  home: HomeLocation | null,
  context: ProductContext,
): PlannedCount | null {
  if (!differsFromFile(row, product, context)) return null
  const to = quantityOf(fileStock(row, context))
  const say = (message: string) => context.problems.at(row.row, 'stock_quantity', message)
  if (to < 0 || to > limits.quantityMax) {
    say(
      `With the previously imported transactions from this file, the stock would be ${formatQuantity(to)}. Correct the quantity`,
    )
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
    is_expired: held?.is_expired ?? false,
  }
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
