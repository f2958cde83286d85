import type { Transaction } from '../../contract/transactions.ts'

type Document = NonNullable<Transaction['document']>

/**
 * Every kind of document that posts stock: what people call it, and where one of them is shown. The server's half is
 * db/views/posting_documents.sql.
 */
const kinds: Readonly<Record<string, Readonly<{ label: string; to: (id: string) => string }>>> = {
  transfer: { label: 'Transfer', to: (id) => `/location-transfers?transfer=${id}` },
  purchase_order: { label: 'Purchase order', to: (id) => `/purchase-orders/${id}` },
  receipt: { label: 'Receipt', to: (id) => `/receiving/${id}` },
  sales_order: { label: 'Sales order', to: (id) => `/sales-orders/${id}` },
  shipment: { label: 'Shipment', to: (id) => `/shipping?shipment=${id}` },
  return: { label: 'Return', to: (id) => `/returns/${id}` },
  import: { label: 'Import', to: (id) => `/import/${id}` },
}

/** A document as a link: its number where it has one, else its kind. Null for a kind that has no screen yet. */
export function documentLinkOf(document: Document | null): { text: string; kind: string; to: string } | null {
  const kind = document ? kinds[document.kind] : undefined
  if (!document || !kind) return null
  return { text: document.number ?? kind.label, kind: kind.label, to: kind.to(document.id) }
}
