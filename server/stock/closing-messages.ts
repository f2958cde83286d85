import { byCount, counted } from '../../contract/counted-nouns.ts'
import type { RefusalDetails } from '../../ledger/refusals.ts'
import { amount, type RefusalMessages } from './explain-refusals.ts'

/** Why a location can’t be deleted or deactivated. */
export const closingMessages: Readonly<Record<'delete' | 'deactivate', RefusalMessages>> = {
  delete: {
    fields: null,
    sentences: {
      location_is_default: () => 'Cannot delete the default location',
      location_not_empty: (details) =>
        `Can’t delete a location that has stock: ${stockLeft(details)}. ${howToEmpty(details)}`,
      location_has_open_documents: (details) =>
        `Can’t delete a location with open documents: ${openLeft(details)}. ${howToClose(details)}`,
    },
  },
  deactivate: {
    fields: null,
    sentences: {
      location_is_default: () => 'Can’t deactivate the default location',
      location_not_empty: (details) =>
        `Can’t deactivate a location that has stock: ${stockLeft(details)}. ${howToEmpty(details)}`,
      location_has_open_documents: (details) =>
        `Can’t deactivate a location with open documents: ${openLeft(details)}. ${howToClose(details)}`,
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

/** `Move it to another location first`: what empties the location. Only available units can be transferred. */
function howToEmpty({ available, reserved, held, in_transit }: RefusalDetails): string {
  const steps = [
    Number(available) > 0 && 'move available units to another location',
    Number(reserved) > 0 && 'ship or cancel the orders with reserved units',
    Number(held) > 0 && 'release, scrap or return the units on hold',
    Number(in_transit) > 0 && 'receive or cancel the transfers in transit',
  ].filter((step) => step !== false)
  if (steps.length === 1 && Number(available) > 0) return 'Move it to another location first'
  return capitalized(`${steps.join('; ')} first`)
}

/** `Complete or cancel them first`: what closes the open documents. Transactions are discarded instead. */
function howToClose({ open_documents, pending_transactions, incoming }: RefusalDetails): string {
  const hasTransactions = Number(pending_transactions) > 0
  if (!hasTransactions) return 'Complete or cancel them first'
  const hasDocuments = Number(open_documents) > 0 || Number(incoming) > 0
  return hasDocuments ? 'Complete, cancel or discard them first' : 'Complete or discard them first'
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `1 open document, 12 units incoming`: what is still open at a location. */
function openLeft({ open_documents, pending_transactions, incoming }: RefusalDetails): string {
  return listed([
    [open_documents, () => counted(Number(open_documents), 'open document')],
    [pending_transactions, () => counted(Number(pending_transactions), 'pending transaction')],
    [incoming, () => byCount(Number(incoming), { one: '{count} unit incoming', other: '{count} units incoming' })],
  ])
}

/** The texts of the counts that are not zero. */
function listed(parts: readonly (readonly [count: unknown, text: (count: string) => string])[]): string {
  return parts.flatMap(([count, text]) => (Number(count ?? 0) > 0 ? [text(amount(count))] : [])).join(', ')
}
