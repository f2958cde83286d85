import { readTransfer } from '../../contract/location-transfers.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Transaction } from '../../contract/transactions.ts'
import { ApiError } from '../kit/api-error.ts'
import { call } from '../kit/call.ts'
import { short } from '../ui/short.ts'
import { dateText } from '../ui/time-text.ts'

type Document = NonNullable<Transaction['document']>

/**
 * Every kind of document that posts stock: its name, the action that opens it, and its address. The server's part is
 * db/views/posting_documents.sql.
 */
const kinds: Readonly<Record<string, Readonly<{ label: string; open: string; to: (id: string) => string }>>> = {
  transfer: { label: 'Transfer', open: 'Open transfer', to: (id) => `/location-transfers?transfer=${id}` },
  purchase_order: { label: 'Purchase order', open: 'Open purchase order', to: (id) => `/purchase-orders/${id}` },
  receipt: { label: 'Receipt', open: 'Open receipt', to: (id) => `/receiving/${id}` },
  sales_order: { label: 'Sales order', open: 'Open sales order', to: (id) => `/sales-orders/${id}` },
  shipment: { label: 'Shipment', open: 'Open shipment', to: (id) => `/shipping?shipment=${id}` },
  return: { label: 'Return', open: 'Open return', to: (id) => `/returns/${id}` },
  import: { label: 'Import', open: 'Open import', to: (id) => `/import/${id}` },
}

/** A document as a link: its number if it has one, else its kind. Null for a kind without a screen. */
export function documentLinkOf(
  document: Document | null,
): { text: string; name: string; open: string; to: string } | null {
  const kind = document ? kinds[document.kind] : undefined
  if (!document || !kind) return null
  const name = document.number ? `${kind.label} ${document.number}` : kind.label
  return { text: document.number ?? kind.label, name, open: kind.open, to: kind.to(document.id) }
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
