import { useMediaQuery } from '@mantine/hooks'
import { chooseProductsView, listViews, type Me, readMe } from '../../contract/members.ts'
import { limits } from '../../contract/limits.ts'
import { useCommand, useRead } from '../kit/api.ts'
import { currentOrganization } from '../kit/organization.ts'
import { keyOf, queryClient } from '../kit/query-client.ts'
import { toastFailed } from '../kit/toast.tsx'

type View = (typeof listViews)[number]

/** What the list of products opens with while its reader never chose: a table where there are many and room for it. */
export function usualView(products: number, isWide: boolean): View {
  return isWide && products > limits.productsAsCards ? 'table' : 'grid'
}

/**
 * How the list of products opens, and a choice of it that the server remembers. `products` is how many there are;
 * undefined while that is on its way, null when it cannot be read.
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
    run({ view }).catch((error: unknown) => toastFailed(error, 'Failed to remember this view'))
  }
  return { view: me === undefined ? null : (chosen ?? usual), choose }
}
