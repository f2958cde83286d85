import type { Product } from '../../contract/products.ts'
import {
  deleteProduct,
  type ProductDeletion,
  readProductDeletion,
  restoreProduct,
  writeOffProduct,
} from '../../contract/product-deletion.ts'
import { reversePosting } from '../../contract/postings.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useCommand } from '../kit/api.ts'
import { call } from '../kit/call.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { any, askToDelete } from '../stock/ask-to-delete.ts'
import { deletionQuestion, writeOffText } from './deletion-question.ts'

type Named = Pick<Product, 'id' | 'name'>

/**
 * Checks what deleting would do to this product and asks for confirmation: to delete it, to archive it, or to write off
 * its stock and archive it. Runs it and shows a message. Returns whether the product is gone from the list.
 */
export function useDeleteProduct(): (product: Named) => Promise<boolean> {
  const remove = useRemove()
  const writeOff = useWriteOff()
  return async (product) => {
    try {
      const deletion = await call(readProductDeletion, { id: product.id })
      if (!(await ask(product, deletion))) return false
      await (deletion.write_off ? writeOff(product, deletion.write_off) : remove(product))
      return true
    } catch (error) {
      toastFailed(error, 'Failed to delete product')
      return false
    }
  }
}

function ask({ id, name }: Named, deletion: ProductDeletion): Promise<boolean> {
  const question = deletionQuestion(name, deletion)
  if (deletion.write_off) return confirm({ ...question, danger: true })
  return askToDelete({
    ...question,
    name,
    deletion,
    waysOf: (details) => [
      any(details, 'on_hand', 'held', 'in_transit', 'incoming') && {
        label: 'Stock by location',
        to: recordAddress('product', id),
      },
      any(details, 'drafts') && {
        label: 'Pending transactions',
        to: `/transactions?status=pending&product=${id}`,
      },
    ],
  })
}

/** Deletes, or archives if there is a history, and shows which. */
function useRemove(): (product: Named) => Promise<void> {
  const { run } = useCommand(deleteProduct)
  const restore = useRestoreProduct()
  return async (product) => {
    const { outcome } = await run({ id: product.id })
    if (outcome === 'deleted') toastDone(`${product.name} was deleted`)
    else
      toastDone(`${product.name} has a history and was archived`, {
        undo: () => restore(product),
        undone: `${product.name} was restored`,
      })
  }
}

/**
 * Writes off the stock that the person saw, and archives. The undo restores the product first: an archived one can't
 * receive stock.
 */
function useWriteOff(): (product: Named, stock: NonNullable<ProductDeletion['write_off']>) => Promise<void> {
  const { run } = useCommand(writeOffProduct)
  const { run: reverse } = useCommand(reversePosting)
  const restore = useRestoreProduct()
  return async (product, stock) => {
    const { posting_id } = await run({ id: product.id, on_hand: stock.on_hand, held: stock.held })
    toastDone(`${product.name} was archived. Written off: ${writeOffText(stock)}`, {
      undo: async () => {
        await restore(product)
        await reverse({ posting_id })
      },
      undone: `${product.name} and its stock are back`,
    })
  }
}

/** Restores an archived product; throws the refusal. */
export function useRestoreProduct(): (product: Named) => Promise<unknown> {
  const { run } = useCommand(restoreProduct)
  return ({ id }) => run({ id })
}
