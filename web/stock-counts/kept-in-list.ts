import type { ProductToCount } from '../../contract/stock-counts.ts'

/**
 * The products of a list that was read again, and those of `before` that left it but `stay`, each after the product
 * that it followed.
 */
export function keptInList(
  before: readonly ProductToCount[],
  now: readonly ProductToCount[],
  stays: (product_id: string) => boolean,
): readonly ProductToCount[] {
  const listed = new Set(now.map(({ product_id }) => product_id))
  const products = [...now]
  for (const [at, product] of before.entries()) {
    if (listed.has(product.product_id) || !stays(product.product_id)) continue
    const earlier = new Set(before.slice(0, at).map(({ product_id }) => product_id))
    const place = products.findLastIndex(({ product_id }) => earlier.has(product_id))
    products.splice(place + 1, 0, product)
  }
  return products
}
