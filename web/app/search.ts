import { IconCategory, IconPackage } from '@tabler/icons-react'
import { listCategories } from '../../contract/categories.ts'
import { listProducts } from '../../contract/products.ts'
import { useRead } from '../kit/api.ts'
import type { PaletteEntry } from './commands.ts'

/** How many of each the spec shows. */
const productsShown = 5
const categoriesShown = 3

type Found = Readonly<{
  groups: readonly Readonly<{ label: string; results: readonly PaletteEntry[] }>[]
  pending: boolean
}>

/** Global search: products and categories, ignoring case. Nothing is asked for an empty text. */
export function useSearch(text: string): Found {
  const options = { enabled: text !== '', keepPrevious: true }
  const products = useRead(listProducts, { search: text, limit: productsShown }, options)
  const categories = useRead(listCategories, { search: text, limit: categoriesShown }, options)
  if (text === '') return { groups: [], pending: false }
  return {
    pending: products.isFetching || categories.isFetching,
    groups: [
      {
        label: 'Products',
        results: (products.data?.items ?? []).map(({ id, name, sku }) => ({
          label: name,
          note: sku,
          to: `/products/${id}`,
          icon: IconPackage,
        })),
      },
      {
        label: 'Categories',
        results: (categories.data?.items ?? []).map(({ id, name }) => ({
          label: name,
          to: `/categories/${id}`,
          icon: IconCategory,
        })),
      },
    ],
  }
}
