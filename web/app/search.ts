import { IconCategory, IconFileInvoice, IconPackage, IconShoppingCart } from '@tabler/icons-react'
import { listCategories } from '../../contract/categories.ts'
import { listProducts, type ProductListItem } from '../../contract/products.ts'
import { listPurchaseOrders } from '../../contract/purchase-orders.ts'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { useRead } from '../kit/api.ts'
import type { PaletteEntry } from './commands.ts'

/** How many of each the spec shows. */
const productsShown = 5
const categoriesShown = 3
/** Of each kind of order. */
const ordersShown = 3
/** Shorter words stand in so many numbers and names that they find nothing one means, and no index knows them. */
const orderWordCharacters = 3

type Found = Readonly<{
  groups: readonly Readonly<{ label: string; results: readonly PaletteEntry[] }>[]
  pending: boolean
}>

/**
 * Global search: products by name or SKU, categories by name, orders by their number or whom they are for or from, ignoring case. The product with exactly this SKU comes first: whoever scans
 * or types one means it. Nothing is asked for an empty text. `text` is what was asked for, `typed` what stands there by now.
 */
export function useSearch(text: string, typed: string): Found {
  const options = { enabled: text !== '', keepPrevious: true }
  const exact = useRead(listProducts, { sku: text, limit: 1 }, { enabled: text !== '' })
  const products = useRead(listProducts, { search: text, search_in: 'name_and_sku', limit: productsShown }, options)
  const categories = useRead(listCategories, { search: text, limit: categoriesShown }, options)
  const isOrderText = text.split(/\s+/).some((word) => word.length >= orderWordCharacters)
  const ofOrders = { ...options, enabled: isOrderText }
  const sales = useRead(listSalesOrders, { search: text, limit: ordersShown }, ofOrders)
  const purchases = useRead(listPurchaseOrders, { search: text, limit: ordersShown }, ofOrders)
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
    pending: [exact, products, categories, sales, purchases].some((read) => read.isFetching),
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
      {
        label: 'Sales Orders',
        results: (isOrderText
          ? ofThis(sales, (order) =>
              [order.order_number, order.customer_name, order.customer_email, order.customer_phone].join('\n'),
            )
          : []
        ).map(({ id, order_number, customer_name }) => ({
          label: order_number,
          note: customer_name,
          to: `/sales-orders/${id}`,
          icon: IconShoppingCart,
        })),
      },
      {
        label: 'Purchase Orders',
        results: (isOrderText
          ? ofThis(purchases, (order) => [order.order_number, order.supplier_name].join('\n'))
          : []
        ).map(({ id, order_number, supplier_name }) => ({
          label: order_number,
          note: supplier_name,
          to: `/purchase-orders/${id}`,
          icon: IconFileInvoice,
        })),
      },
    ],
  }
}

function exactFirst(exact: ProductListItem | undefined, found: readonly ProductListItem[]): readonly ProductListItem[] {
  return exact ? [exact, ...found.filter(({ id }) => id !== exact.id)].slice(0, productsShown) : found
}
