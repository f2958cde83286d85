import { createPurchaseOrderShare, createSalesOrderShare } from '../../contract/sharing.ts'

/** An order, and the address that its link can be mailed to. */
export type SharedDocument = Readonly<{ kind: 'sales' | 'purchase'; id: string; number: string; email: string | null }>

/** What differs between the links of sales orders and purchase orders. */
export const documentWords = {
  sales: {
    endpoint: createSalesOrderShare,
    text: 'Anyone with the link can see this order’s items, shipments, documents and notes, and ask you questions. They don’t need an account.',
    subject: 'Your order',
  },
  purchase: {
    endpoint: createPurchaseOrderShare,
    text: 'Anyone with the link can see this order and its notes, download the PDF, confirm the delivery date and propose quantities. They don’t need an account.',
    subject: 'Purchase order',
  },
} as const
