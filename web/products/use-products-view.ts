import { useMediaQuery } from '@mantine/hooks'
import { chooseProductsView, listViews, type Me, readMe } from '../../contract/me.ts'
import { limits } from '../../contract/limits.ts'
import { useCommand, useRead } from '../kit/api.ts'
import { currentOrganization } from '../kit/organization.ts'
import { queryClient } from '../kit/query-client.ts'
import { keyOf } from '../kit/query-keys.ts'
import { toastFailed } from '../kit/toast.tsx'

type View = (typeof listViews)[number]

/** The default view of the product list: a table if there are many products and space for it. */
export function usualView(products: number, isWide: boolean): View {
  return isWide && products > limits.productsAsCards ? 'table' : 'grid'
}

/**
 * The product list's view, and a choice that the server remembers. `products` is their number; undefined while loading,
 * null if it can't be loaded.
 */
export function useProductsView(products: number | null | undefined) {
  const isWide = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false }) ?? false
  const me = useRead(readMe, {}).data
  const { run } = useCommand(chooseProductsView)
  const chosen = me?.products_view
  const usual = products === undefined ? null : usualView(products ?? 0, isWide)
  const choose = (view: View) => {
    const key = keyOf(readMe, {}, currentOrganization())
    queryClient.setQueryData<Me>(key, (known) => known && { ...known, products_view: view })
    run({ view }).catch((error: unknown) => toastFailed(error, 'Failed to save this view'))
  }
  return { view: me === undefined ? null : (chosen ?? usual), choose }
}
