import type { Dashboard } from '../../contract/dashboard.ts'

/**
 * A slice of the breakdown with its entry in the legend: a category, the smaller categories together, or the products
 * without one.
 */
export type BreakdownPart = Readonly<{ name: string; color: string; products: number; to: string }>

const legendRows = 9
const restColor = '#A1A1AA'

/**
 * The largest categories, the smaller ones as one part, and the products without a category last, so that the ring is
 * complete and the legend short. Takes categories from the largest to the smallest.
 */
export function breakdownParts(breakdown: Dashboard['category_breakdown']): BreakdownPart[] {
  const part = ({ id, ...row }: Dashboard['category_breakdown'][number]) => ({
    ...row,
    to: `/products?category=${id ?? 'none'}`,
  })
  const categories = breakdown.filter(({ id }) => id !== null)
  const others = breakdown.filter(({ id }) => id === null).map(part)
  if (breakdown.length <= legendRows) return [...categories.map(part), ...others]
  const shown = legendRows - 1 - others.length
  const smaller = categories.slice(shown)
  const products = smaller.reduce((sum, category) => sum + category.products, 0)
  const rest = { name: `${smaller.length} more categories`, color: restColor, products, to: '/categories' }
  return [...categories.slice(0, shown).map(part), rest, ...others]
}
