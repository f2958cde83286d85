import type { InputOf } from '../../contract/endpoint.ts'
import { editProducts } from '../../contract/product-edits.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { ApiError } from '../kit/api-error.ts'
import { act } from '../kit/use-command.ts'

type Edits = InputOf<typeof editProducts>['products']
type Named = Pick<ProductListItem, 'id' | 'name'>

/** Saves what the products had before they were edited, all or none. A refusal names the product that prevents it. */
export async function undoEdit(edits: Edits, products: readonly Named[]): Promise<void> {
  try {
    await act(editProducts, { products: edits })
  } catch (error) {
    throw error instanceof ApiError ? explainUndo(error, edits, products) : error
  }
}

/** The refusal of an undo, in words about the undo. */
export function explainUndo(error: ApiError, edits: Edits, products: readonly Named[]): ApiError {
  const reason = reasonOf(error, edits, products)
  if (reason === null) return error
  const { status, code, details } = error
  return new ApiError(status, { code, message: `${reason}, so nothing was undone.`, details })
}

function reasonOf({ code, details, fields }: ApiError, edits: Edits, products: readonly Named[]): string | null {
  const name = typeof details['product'] === 'string' ? details['product'] : null
  if (code === 'conflict' && name) return `${name} was changed in the meantime`
  if (code === 'product_archived' && name) return `${name} was archived in the meantime`
  const [path = ''] = Object.keys(fields)
  const [, index, field] = /^products\.(\d+)\.(\w+)$/.exec(path) ?? []
  const edited = products.find(({ id }) => id === edits[Number(index)]?.id)
  if (code !== 'not_found' || !edited) return null
  if (field === 'id') return `${edited.name} was deleted in the meantime`
  return `The previous ${field === 'category_id' ? 'category' : 'supplier'} of ${edited.name} no longer exists`
}
