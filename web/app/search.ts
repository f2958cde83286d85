import { IconCategory, IconPackage } from '@tabler/icons-react'
import { listCategories } from '../../contract/categories.ts'
import { listProducts, type ProductListItem } from '../../contract/products.ts'
import { useRead } from '../kit/api.ts'
import type { PaletteEntry } from './commands.ts'

/** How many of each the spec shows. */
const productsShown = 5
const categoriesShown = 3

type Found = Readonly<{
  groups: readonly Readonly<{ label: string; results: readonly PaletteEntry[] }>[]
  pending: boolean
}>

/**
 * Global search: products by name or SKU, categories by name, ignoring case. The product with exactly this SKU comes first: whoever scans
 * or types one means it. Nothing is asked for an empty text. `text` is what was asked for, `typed` what stands there by now.
 */
export function useSearch(text: string, typed: string): Found {
  const options = { enabled: text !== '', keepPrevious: true }
  const exact = useRead(listProducts, { sku: text, limit: 1 }, { enabled: text !== '' })
  const products = useRead(listProducts, { search: text, search_in: 'name_and_sku', limit: productsShown }, options)
  const categories = useRead(listCategories, { search: text, limit: categoriesShown }, options)
  const words = typed.toLowerCase().split(/\s+/)
  const isEarlier = typed !== text
  // While the answer is on its way, what an earlier one had stays only as far as it fits: Enter opens nothing that was not typed.
  const ofThis = <T>(
    read: { data?: { items: T[] } | undefined; isPlaceholderData: boolean },
    textOf: (item: T) => string,
  ) =>
    (read.data?.items ?? []).filter(
      (item) =>
        (!isEarlier && !read.isPlaceholderData) || words.every((word) => textOf(item).toLowerCase().includes(word)),
    )
  if (text === '') return { groups: [], pending: false }
  return {
    pending: exact.isFetching || products.isFetching || categories.isFetching,
    groups: [
      {
        label: 'Products',
        results: exactFirst(
          isEarlier ? undefined : exact.data?.items[0],
          ofThis(products, (product) => `${product.name}\n${product.sku}`),
        ).map(({ id, name, sku }) => ({
          label: name,
          note: sku,
          to: `/products/${id}`,
          icon: IconPackage,
        })),
      },
      {
        label: 'Categories',
        results: ofThis(categories, (category) => category.name).map(({ id, name }) => ({
          label: name,
          to: `/categories/${id}`,
          icon: IconCategory,
        })),
      },
    ],
  }
}

function exactFirst(exact: ProductListItem | undefined, found: readonly ProductListItem[]): readonly ProductListItem[] {
  return exact ? [exact, ...found.filter(({ id }) => id !== exact.id)].slice(0, productsShown) : found
}
