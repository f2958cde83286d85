import { nounFor } from './counted-nouns.ts'
import { formatQuantity } from './quantity.ts'

/** The stock and demand of a product, as in the details of `product_not_empty`. */
export type Left = Readonly<Record<'on_hand' | 'held' | 'in_transit' | 'incoming' | 'documents' | 'drafts', number>>

/** What keeps a product from being deleted: "17 on hand, 6 open documents"; empty if nothing does. */
export function leftText({ on_hand, held, in_transit, incoming, documents, drafts }: Left): string {
  const counted = [
    [on_hand, 'on hand'],
    [held, 'on hold'],
    [in_transit, 'in transit'],
    [incoming, 'incoming'],
    [documents, nounFor(documents, 'open document')],
    [drafts, nounFor(drafts, 'pending transaction')],
  ] as const
  return counted
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatQuantity(count)} ${what}`)
    .join(', ')
}
