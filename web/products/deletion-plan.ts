import { counted } from '../../contract/counted-nouns.ts'
import { type Left, leftText } from '../../contract/left-text.ts'
import type { CheckedProduct } from '../../contract/product-deletions.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'

type Named = Pick<ProductListItem, 'id' | 'name'>

/** What deleting several products does: which are deleted, which archived, and which stay for what reason. */
export type DeletionPlan = Readonly<{
  deleted: readonly string[]
  archived: readonly string[]
  kept: readonly Readonly<{ id: string; name: string; reason: string }>[]
}>

export function deletionPlan(products: readonly Named[], checked: readonly CheckedProduct[]): DeletionPlan {
  const idsOf = (outcome: CheckedProduct['outcome']) =>
    checked.filter((one) => one.outcome === outcome).map(({ id }) => id)
  const nameOf = new Map(products.map(({ id, name }) => [id, name]))
  const kept = checked.flatMap(({ id, name, refusal }) =>
    refusal ? [{ id, name: name ?? nameOf.get(id) ?? '', reason: reasonOf(refusal) }] : [],
  )
  return { deleted: idsOf('deleted'), archived: idsOf('archived'), kept }
}

/** Why a product can't be deleted, in the fewest words. */
function reasonOf({ code, message, details }: NonNullable<CheckedProduct['refusal']>): string {
  if (code === 'product_not_empty') return leftText(details as Left)
  if (code === 'product_archived') return 'Already archived'
  return code === 'not_found' ? 'No longer exists' : message
}

/** "Delete 5 products", "Archive 1 product", or "Delete 5 and archive 4". */
export function planLabel({ deleted, archived }: DeletionPlan): string {
  if (archived.length === 0) return `Delete ${counted(deleted.length, 'product')}`
  if (deleted.length === 0) return `Archive ${counted(archived.length, 'product')}`
  return `Delete ${formatQuantity(deleted.length)} and archive ${formatQuantity(archived.length)}`
}

/** What was done, for the message afterwards. */
export function doneText({ deleted, archived }: DeletionPlan): string {
  if (archived.length === 0) return `${counted(deleted.length, 'product')} deleted`
  if (deleted.length === 0) return `${counted(archived.length, 'product')} archived`
  return `${counted(deleted.length, 'product')} deleted and ${formatQuantity(archived.length)} archived`
}
