import { readTransfer } from '../../contract/location-transfers.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { Transaction } from '../../contract/transactions.ts'
import { ApiError } from '../kit/api-error.ts'
import { call } from '../kit/call.ts'
import { documentKindOf } from '../kit/document-kinds.ts'
import { short } from '../ui/short.ts'
import { dateText } from '../ui/time-text.ts'

type Document = NonNullable<Transaction['document']>

/** A document as a link: its number if it has one, else its kind. Null for a kind without a screen. */
export function documentLinkOf(
  document: Document | null,
): { label: string; text: string; name: string; open: string; to: string } | null {
  const kind = document && documentKindOf(document.kind)
  if (!document || !kind) return null
  const name = document.number ? `${kind.label} ${document.number}` : kind.label
  return {
    label: kind.label,
    text: document.number ?? kind.label,
    name,
    open: kind.open,
    to: recordAddress(kind.kind, document.id),
  }
}

/** A document as a link whose label tells it from others of its kind, even without a number. Null without a screen. */
export async function namedLinkOf(document: Document): Promise<{ label: string; to: string } | null> {
  const link = documentLinkOf(document)
  if (!link) return null
  const label = document.kind === 'transfer' ? await transferName(document.id) : null
  return { label: label ?? link.name, to: link.to }
}

/** "Transfer of 28 Nov 2026: 4 × Chain 11-speed to Workbench"; null if it can't be read. */
async function transferName(transfer_id: string): Promise<string | null> {
  try {
    const { created_at, quantity, product_name, to_location_name } = await call(readTransfer, { transfer_id })
    const goods = `${formatQuantity(quantity)} × ${short(product_name)} to ${short(to_location_name)}`
    return `Transfer of ${dateText(created_at)}: ${goods}`
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
