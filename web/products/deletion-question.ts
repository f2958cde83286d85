import { counted } from '../../contract/counted-nouns.ts'
import type { ProductDeletion } from '../../contract/product-deletion.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { short } from '../ui/short.ts'

type DeletionQuestion = Readonly<{ title: string; text: string; confirmLabel: string }>

/** Returns the confirmation for removing a product, which depends on its history and stock. */
export function deletionQuestion(name: string, { outcome, write_off }: ProductDeletion): DeletionQuestion {
  if (write_off)
    return {
      title: `Write off and archive ${short(name)}`,
      text: `${writeOffText(write_off)} will be written off, and the product will be archived. Its history stays, and it can be restored.`,
      confirmLabel: 'Write off and archive',
    }
  if (outcome === 'archived')
    return {
      title: `Archive ${short(name)}`,
      text: 'This product has a history, so it will be archived: hidden from lists, with its history kept. It can be restored.',
      confirmLabel: 'Archive',
    }
  return {
    title: 'Delete Product',
    text: 'Are you sure you want to delete this product? This action cannot be undone.',
    confirmLabel: 'Delete',
  }
}

/** "17 units on hand and 2 on hold at 3 locations". */
export function writeOffText({ on_hand, held, locations }: NonNullable<ProductDeletion['write_off']>): string {
  const units = (count: number) => counted(count, 'unit')
  const goods =
    on_hand > 0 && held > 0
      ? `${units(on_hand)} on hand and ${formatQuantity(held)} on hold`
      : on_hand > 0
        ? `${units(on_hand)} on hand`
        : `${units(held)} on hold`
  return locations > 1 ? `${goods} at ${counted(locations, 'location')}` : goods
}
