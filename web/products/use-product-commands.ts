import { deleteProduct, type Product, readProductDeletion, restoreProduct } from '../../contract/products.ts'
import { useCommand } from '../kit/api.ts'
import { call } from '../kit/call.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { any, askToDelete } from '../stock/ask-to-delete.ts'

type Named = Pick<Product, 'id' | 'name'>

/** Asks, deletes (or archives, where there is a history) and says which. Answers whether the product is gone from the list. */
export function useDeleteProduct(): (product: Named) => Promise<boolean> {
  const { run } = useCommand(deleteProduct)
  const restore = useRestoreProduct()
  return async (product) => {
    try {
      const sure = await askToDelete({
        title: 'Delete Product',
        name: product.name,
        text: 'Are you sure you want to delete this product? This action cannot be undone. (A product with stock movements is archived instead: its history stays.)',
        deletion: await call(readProductDeletion, { id: product.id }),
        goodsAt: (details) =>
          any(details, 'on_hand', 'held', 'in_transit', 'incoming')
            ? { label: 'Its stock, place by place', to: `/products/${product.id}` }
            : null,
      })
      if (!sure) return false
      const { outcome } = await run({ id: product.id })
      if (outcome === 'deleted') toastDone(`${product.name} was deleted`)
      else
        toastDone(`${product.name} has a history and was archived`, {
          undo: () => restore(product),
          undone: `${product.name} is back`,
        })
      return true
    } catch (error) {
      toastFailed(error, 'Failed to delete product')
      return false
    }
  }
}

/** Brings an archived product back; throws what refused it. */
export function useRestoreProduct(): (product: Named) => Promise<unknown> {
  const { run } = useCommand(restoreProduct)
  return ({ id }) => run({ id })
}
