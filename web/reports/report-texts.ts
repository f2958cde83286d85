import { withoutCategory } from '../../contract/categories.ts'
import { counted } from '../../contract/counted-nouns.ts'

/** The list of a category's products; the combined smaller categories have none. */
export function categoryAddress(id: string | null, name: string): string | undefined {
  if (id) return `/products?category=${id}`
  return name === withoutCategory ? '/products?category=none' : undefined
}

export function productsText(products: number): string {
  return counted(products, 'product')
}
