import { counted, type CountedNoun } from './counted-nouns.ts'
import { haveSum } from './quantity.ts'

type Line = Readonly<{ product_id: string; quantity_decimals: number }>

/** How many goods some lines contain: their units, or their products if the quantities have no sum. */
export function goodsOf(units: number, lines: readonly Line[]): { count: number; noun: CountedNoun } {
  if (haveSum(lines)) return { count: units, noun: 'unit' }
  return { count: new Set(lines.map(({ product_id }) => product_id)).size, noun: 'product' }
}

/** `12 units`, or `2 products` of which one is measured, in kilograms for example. */
export function countedGoods(units: number, lines: readonly Line[]): string {
  const { count, noun } = goodsOf(units, lines)
  return counted(count, noun)
}

/** The same for a summary without lines: a shipment, receipt or return in a list. */
export function summedGoods({
  units,
  mixed_products,
}: Readonly<{ units: number; mixed_products: number | null }>): string {
  return mixed_products === null ? counted(units, 'unit') : counted(mixed_products, 'product')
}
