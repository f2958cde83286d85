import type { Transaction } from '../../contract/transactions.ts'

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
