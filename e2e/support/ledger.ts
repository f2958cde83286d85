import { listProducts } from '../../contract/products.ts'
import { explainStock } from '../../contract/explained-stock.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { enteredTypes } from '../../contract/stock-reasons.ts'
import type { Person } from './person.ts'

/**
 * A product with the sums of its movements, in whole ten-thousandths of a unit, so that no sum uses floating-point
 * numbers.
 */
export type Counted = Readonly<{
  id: string
  name: string
  sku: string
  category: string | null
  price_cents: bigint
  minimum: bigint
  on_hand: bigint
}>

export type Ledger = Readonly<{
  products: readonly Counted[]
  /** Stock in, stock out and adjustments: manual entries, imports and documents. */
  transactions: number
  units: bigint
  /** Whether units of all products can be added: none of several is measured in decimals, such as kilograms. */
  units_have_sum: boolean
  /** Units of products counted in whole units, and how many others are in stock. */
  whole_units: bigint
  decimal_products: number
  value_cents: bigint
  low: number
  out: number
}>

const scale = 10_000
const exactly = (value: number, per: number) => BigInt(Math.round(value * per))

/** Sums every movement of an organization, read through the API, without using any stock figure of the server. */
export async function sumMovements(person: Person): Promise<Ledger> {
  const rows = await person.all(listTransactions, {})
  const entered = rows.filter(({ type }) => enteredTypes.some((one) => one === type))
  const sums = new Map<string, bigint>()
  for (const { product_id, on_hand_change } of rows) {
    sums.set(product_id, (sums.get(product_id) ?? 0n) + exactly(on_hand_change, scale))
  }
  const listed = await person.all(listProducts, {})
  const products = listed.map((product) => ({
    id: product.id,
    name: product.name,
    sku: product.sku,
    category: product.category?.name ?? null,
    price_cents: exactly(product.price, 100),
    minimum: exactly(product.stock.minimum, scale),
    on_hand: sums.get(product.id) ?? 0n,
  }))
  const decimal = new Set(listed.filter(({ quantity_decimals }) => quantity_decimals > 0).map(({ id }) => id))
  const whole = products.filter(({ id }) => !decimal.has(id))
  return {
    products,
    transactions: entered.length,
    units: sum(products.map(({ on_hand }) => on_hand)),
    units_have_sum: products.length < 2 || listed.every(({ quantity_decimals }) => quantity_decimals === 0),
    whole_units: sum(whole.map(({ on_hand }) => on_hand)),
    decimal_products: products.filter(({ id, on_hand }) => decimal.has(id) && on_hand !== 0n).length,
    value_cents: sum(products.map(({ on_hand, price_cents }) => on_hand * price_cents)) / BigInt(scale),
    low: products.filter(({ on_hand, minimum }) => on_hand <= minimum).length,
    out: products.filter(({ on_hand }) => on_hand === 0n).length,
  }
}

/** The same for one product, optionally at one location, from the movements that explain its number. */
export async function sumExplained(person: Person, product_id: string, location_id?: string): Promise<bigint> {
  const movements = await person.all(explainStock, { product_id, location_id })
  return sum(movements.map(({ change }) => exactly(change, scale)))
}

/** As displayed: `3,899`, `12.5`. */
export function unitsText(units: bigint): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(Number(units) / scale)
}

export function dollarsText(cents: bigint): string {
  return `$${new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(Number(cents) / 100)}`
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
