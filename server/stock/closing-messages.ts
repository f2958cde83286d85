import { counted } from '../../contract/counted-nouns.ts'
import type { RefusalDetails } from '../../ledger/refusals.ts'
import { amount, type RefusalMessages } from './explain-refusals.ts'

/** Why a location can’t be deleted or deactivated. */
export const closingMessages: Readonly<Record<'delete' | 'deactivate', RefusalMessages>> = {
  delete: {
    fields: null,
    sentences: {
      location_is_default: () => 'Can’t delete the default location',
      location_not_empty: (details) =>
        `Can’t delete a location that has stock: ${stockLeft(details)}. Move it to another location first`,
      location_has_open_documents: (details) =>
        `Can’t delete a location with open documents: ${openLeft(details)}. Complete or cancel them first`,
    },
  },
  deactivate: {
    fields: null,
    sentences: {
      location_is_default: () => 'Can’t deactivate the default location',
      location_not_empty: (details) =>
        `Can’t deactivate a location that has stock: ${stockLeft(details)}. Move it to another location first`,
      location_has_open_documents: (details) =>
        `Can’t deactivate a location with open documents: ${openLeft(details)}. Complete or cancel them first`,
    },
  },
}

/** `12 available, 3 reserved`: the remaining stock of a location. */
function stockLeft({ available, reserved, held, in_transit }: RefusalDetails): string {
  return listed([
    [available, (count) => `${count} available`],
    [reserved, (count) => `${count} reserved`],
    [held, (count) => `${count} on hold`],
    [in_transit, (count) => `${count} in transit`],
  ])
}

/** `1 open document, 12 units incoming`: what is still open at a location. */
function openLeft({ open_documents, pending_transactions, incoming }: RefusalDetails): string {
  return listed([
    [open_documents, () => counted(Number(open_documents), 'open document')],
    [pending_transactions, () => counted(Number(pending_transactions), 'pending transaction')],
    [incoming, (count) => `${count} units incoming`],
  ])
}

/** The texts of the counts that are not zero. */
function listed(parts: readonly (readonly [count: unknown, text: (count: string) => string])[]): string {
  return parts.flatMap(([count, text]) => (Number(count ?? 0) > 0 ? [text(amount(count))] : [])).join(', ')
}
