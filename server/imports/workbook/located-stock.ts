import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import type { Cell, SheetRow } from '../sheets/sheets.ts'
import { unreadable } from './unreadable.ts'

/** What Shopify writes where a location doesn't have a product. */
export const isNotStocked = (cell: Cell | undefined) =>
  typeof cell === 'string' && /^not[ _]stocked$/i.test(trimmed(cell))

/** Counts the quantities at locations, which are limited. */
export function quantityCounter(what: string): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > limits.importStockQuantities)
      unreadable(
        `${what} has more than ${limits.importStockQuantities.toLocaleString('en-US')} quantities at locations. Split it into several files.`,
      )
  }
}

/**
 * Joins the rows of a product that only differ in location and stock. Returns null for a row that was joined to an
 * earlier one. `locations` are those found so far, `letter` is the column of the stock. Rows of different groups
 * are never one product.
 */
export function rowJoiner(
  locations: string[],
  letter: string,
  count: () => void,
): (row: SheetRow, group: string) => SheetRow | null {
  const bySku = new Map<string, SheetRow>()
  const indexes = new Map<string, number>()
  const indexOf = (location: string) => {
    const key = location.toLowerCase()
    const index = indexes.get(key) ?? locations.push(location) - 1
    indexes.set(key, index)
    return index
  }
  const stockIn = ({ row, values: { location, stock_quantity }, cells }: SheetRow): NonNullable<SheetRow['stock']> => {
    if (stock_quantity === undefined) return []
    count()
    return [[indexOf(String(location)), stock_quantity, cells?.['stock_quantity'] ?? `${letter}${row}`]]
  }
  const placesOf = new Map<SheetRow, Set<string>>()
  return (row, group) => {
    const { sku, location } = row.values
    if (!isPlain(sku) || !isPlain(location)) return row
    const key = JSON.stringify([String(sku).toLowerCase(), group])
    const first = bySku.get(key)
    if (!first) bySku.set(key, row)
    if (!first || !saysTheSame(first, row)) return row
    const places = placesOf.get(first) ?? new Set([String(first.values['location']).toLowerCase()])
    const place = String(location).toLowerCase()
    if (places.has(place)) return row
    placesOf.set(first, places.add(place))
    if (!first.stock) {
      first.stock = stockIn(first)
      delete first.values['stock_quantity']
      delete first.values['location']
    }
    first.stock.push(...stockIn(row))
    return null
  }
}

const isPlain = (cell: Cell | undefined) => typeof cell === 'string' || typeof cell === 'number'

/** Whether a row says nothing else than an earlier one, except about its stock. */
function saysTheSame(first: SheetRow, { values, tooWide }: SheetRow): boolean {
  if (tooWide) return false
  return Object.entries(values).every(
    ([name, value]) => name === 'location' || name === 'stock_quantity' || first.values[name] === value,
  )
}
