import { cannotRemove } from '../../../contract/cannot-remove.ts'
import { exactUnits, quantityOf } from '../../../contract/quantity.ts'
import type { ExistingProduct, Holding } from '../existing/existing-products.ts'
import { signedQuantity } from './exact-sums.ts'
import type { HomeLocation } from './locations.ts'
import { type PlannedCount, whereabouts } from './plan-count.ts'
import type { TransactionRow } from '../read/row-readers.ts'

/** The stock of a product where its transactions are posted, in ten-thousandths of a unit. */
export type HomeStock = {
  location: string
  on_hand: bigint
  /** On hand and not reserved, expired lots included. */
  available: bigint
  /** The part of `available` that has expired. */
  expired: bigint
  /** Its stock at other locations: `Shop 5`; empty if there is none. */
  elsewhere: string
}

/** The stock that a new product starts with at one location. */
export type Opening = Readonly<{ location_id: string; location: string; quantity: number }>

/** The stock of a product that the file adds. */
export function openingStock(home: HomeLocation, openings: readonly Opening[]): HomeStock {
  const at = openings.filter(({ location_id }) => location_id === home.id)
  const opening = at.reduce((sum, { quantity }) => sum + exactUnits(quantity), 0n)
  const others = openings.filter(({ location_id, quantity }) => location_id !== home.id && quantity > 0)
  const elsewhere = whereabouts(others.map(({ location, quantity }) => ({ location, on_hand: quantity })))
  return { location: home.name, on_hand: opening, available: opening, expired: 0n, elsewhere }
}

/** The stock of an existing product before the file's transactions: after the counts, if its stock is set. */
export function homeStock(
  { holdings }: ExistingProduct,
  home: HomeLocation | null,
  counts: readonly PlannedCount[],
): HomeStock {
  const stock = { location: home?.name ?? '', on_hand: 0n, available: 0n, expired: 0n }
  const others = new Map<string, bigint>()
  const isCounted = (held: Holding) =>
    counts.some(({ location_id, lot_id }) => location_id === held.location_id && lot_id === held.lot_id)
  const after = [...holdings.filter((held) => !isCounted(held)), ...counts.map(counted)]
  for (const { location_id, location, on_hand, reserved, is_expired } of after) {
    const units = exactUnits(on_hand)
    if (location_id !== home?.id) {
      if (units > 0n) others.set(location, (others.get(location) ?? 0n) + units)
      continue
    }
    const available = units - exactUnits(reserved)
    stock.on_hand += units
    stock.available += available
    if (is_expired) stock.expired += available
  }
  return {
    ...stock,
    elsewhere: whereabouts([...others].map(([location, sum]) => ({ location, on_hand: quantityOf(sum) }))),
  }
}

/** What a count leaves: it releases reservations that exceed it. */
function counted({ to, reserved, ...at }: PlannedCount) {
  return { ...at, on_hand: to, reserved: Math.min(to, reserved) }
}

/**
 * Why a row can't remove its quantity; null if it can. The ledger takes expired lots only for adjustments, and after
 * all others.
 */
export function removalProblem(row: TransactionRow, stock: HomeStock): string | null {
  const asked = -signedQuantity(row)
  const expired = row.type === 'out' ? stock.expired : 0n
  const available = stock.available - expired
  if (asked <= available) return null
  const sentence = cannotRemove({
    account: 'available',
    asked: quantityOf(asked),
    available: quantityOf(available),
    on_hand: quantityOf(stock.on_hand),
    expired: quantityOf(expired),
  })
  return stock.elsewhere === '' ? sentence : atLocation(sentence, stock)
}

/** `Main Warehouse: only 0 of 4 can be removed, 4 have expired. Other stock: Shop 7`. */
function atLocation(sentence: string, { location, elsewhere }: HomeStock): string {
  const rest = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(': ', ', ')
  return `${location}: ${rest}. Other stock: ${elsewhere}`
}

/** Adds what a row moves to the stock. */
export function moveStock(stock: HomeStock, change: bigint): void {
  stock.on_hand += change
  stock.available += change
  if (stock.expired > stock.available) stock.expired = stock.available
}
