import { IconCategory } from '@tabler/icons-react'
import { listCategories } from '../../contract/categories.ts'
import { useRead } from '../kit/api.ts'
import type { PaletteEntry } from './commands.ts'

/** The spec's numbers of results shown. */
const categoriesShown = 3

type Found = Readonly<{
  groups: readonly Readonly<{ label: string; results: readonly PaletteEntry[] }>[]
  pending: boolean
}>

/** Global search: products by name or SKU, categories by name, ignoring case. Nothing is asked for an empty text. */
export function useSearch(text: string): Found {
  const enabled = text !== ''
  const categories = useRead(listCategories, { search: text, limit: categoriesShown }, { enabled, keepPrevious: true })
  return {
    pending: enabled && categories.isFetching,
    groups: enabled
      ? [
          {
            label: 'Categories',
            results: (categories.data?.items ?? []).map((category) => ({
              label: category.name,
              to: `/categories/${category.id}`,
              icon: IconCategory,
            })),
          },
        ]
      : [],
  }
}
