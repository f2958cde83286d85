import { useRouterState } from '@tanstack/react-router'

type PageWidth = 'form' | 'record'

/**
 * Screens with too little content to fill a wide window are centered: one column of fields (`form`), or a record's few
 * facts (`record`). By route, so that what is shown while a screen loads has its width. Others are as wide as lists.
 */
const widths: Readonly<Record<string, PageWidth>> = {
  '/products/new': 'form',
  '/categories/new': 'form',
  '/categories/$id': 'form',
  '/purchase-orders/new': 'record',
  '/purchase-orders/reorder': 'record',
  '/receiving': 'record',
  '/receiving/$id': 'record',
  '/sales-orders/new': 'record',
  '/returns/$id': 'record',
  '/suppliers/new': 'form',
  '/suppliers/$id': 'form',
  '/suppliers/$id/edit': 'form',
  '/stock-count': 'record',
  '/postings/$id': 'record',
  '/notifications': 'form',
  '/profile': 'record',
}

/** The width of the current screen; a product is a form while it is edited. */
export function usePageWidth(): PageWidth | undefined {
  return useRouterState({
    select: ({ matches, location }) => {
      const route = String(matches.at(-1)?.fullPath)
      const isEdited = new URLSearchParams(location.searchStr).get('edit') === '1'
      return route === '/products/$id' && isEdited ? 'form' : widths[route]
    },
  })
}
