import { counted } from './counted-nouns.ts'

/** The stock of several products, as far as it can be added up. */
type Stock = Readonly<{
  units_have_sum: boolean
  whole_units: number | null
  decimal_products: number | null
}>

/**
 * The texts for stock with products in decimals: `units` of the others, and `rest`, the products that these
 * leave out. Null if units have a sum, or if only the number of products can be shown.
 */
export function mixedStock(stock: Stock): { units: string; rest: string | null } | null {
  const { units_have_sum, whole_units, decimal_products } = stock
  if (units_have_sum || whole_units === null || decimal_products === null) return null
  if (whole_units === 0 && decimal_products > 0) return null
  return {
    units: counted(whole_units, 'unit'),
    rest: decimal_products === 0 ? null : `plus ${counted(decimal_products, 'product')} in decimals`,
  }
}
