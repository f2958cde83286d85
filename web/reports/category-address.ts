import { withoutCategory } from '../../contract/categories.ts'

/** The list of a category's products; the combined smaller categories have none. */
export function categoryAddress(id: string | null, name: string): string | undefined {
  if (id) return `/products?category=${id}`
  return name === withoutCategory ? '/products?category=none' : undefined
}
