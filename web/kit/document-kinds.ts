import type { AddressedKind } from '../../contract/record-addresses.ts'

/** The documents that post stock: their name, and the action that opens one. */
const documentKinds = {
  transfer: { label: 'Transfer', open: 'Open transfer' },
  purchase_order: { label: 'Purchase order', open: 'Open purchase order' },
  receipt: { label: 'Receipt', open: 'Open receipt' },
  sales_order: { label: 'Sales order', open: 'Open sales order' },
  shipment: { label: 'Shipment', open: 'Open shipment' },
  return: { label: 'Return', open: 'Open return' },
  import: { label: 'Import', open: 'Open import' },
} as const satisfies Partial<Record<AddressedKind, { label: string; open: string }>>

type DocumentKind = keyof typeof documentKinds

/** Null for a kind without a screen. The server's part is db/views/posting_documents.sql. */
export function documentKindOf(kind: string): Readonly<{ kind: DocumentKind; label: string; open: string }> | null {
  if (!Object.hasOwn(documentKinds, kind)) return null
  return { kind: kind as DocumentKind, ...documentKinds[kind as DocumentKind] }
}
