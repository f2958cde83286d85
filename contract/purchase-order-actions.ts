import { type PaymentStatus } from './documents.ts'

export const purchaseOrderStatuses = ['draft', 'ordered', 'partial', 'received', 'cancelled'] as const

export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number]

/** What can be edited in an order: everything, what is still open, or its notes. */
export const editable: Record<PurchaseOrderStatus, 'everything' | 'open' | 'notes'> = {
  draft: 'everything',
  ordered: 'open',
  partial: 'open',
  received: 'notes',
  cancelled: 'notes',
}

/** Whether units of a line were received and not undone, within the ordered quantity or beyond it. */
export function hasReceipts(line: { received_quantity: number; over_delivered_quantity: number }): boolean {
  return line.received_quantity > 0 || line.over_delivered_quantity > 0
}

type State = {
  status: PurchaseOrderStatus
  payment_status: PaymentStatus
  payment_terms_days: number | null
  amount_due: number
  refund_due: number
  received: boolean
}

/**
 * What a person can do with an order besides editing, and when: the one table of statuses and actions. Each returns
 * null, or the reason why not. `received` tells whether any of its lines has receipts.
 */
export const purchaseOrderActions = {
  /** Pays what is due; this also orders a draft. A cancelled order owes only what was received. */
  pay: ({ status, amount_due }: State) =>
    amount_due > 0 ? null : status === 'cancelled' ? 'This order is cancelled.' : 'This order is already paid.',
  /** Records that the supplier paid back what is due. */
  refund: ({ refund_due }: State) => (refund_due > 0 ? null : 'No refund is due for this order.'),
  /** Orders a draft that is paid, or is paid later by its terms. */
  submit: ({ status, payment_status, payment_terms_days }: State) =>
    status !== 'draft'
      ? `This order is already ${statusWords[status]}. Only drafts can be changed this way.`
      : payment_status !== 'paid' && payment_terms_days === null
        ? 'Pay for this order first.'
        : null,
  reopen: ({ status, received }: State) =>
    status === 'draft'
      ? 'This order is already a draft.'
      : status !== 'ordered' || received
        ? `This order is ${statusWords[status]}. Only orders with nothing received can go back to draft.`
        : null,
  cancel: ({ status }: State) =>
    status === 'received'
      ? 'This order has been received. Undo its receipts first.'
      : status === 'cancelled'
        ? 'This order is already cancelled.'
        : null,
  /** Sends the order to the supplier: a draft isn't an order yet, and a cancelled one must not be delivered. */
  mail: ({ status }: State) =>
    status === 'draft'
      ? 'This order is a draft. Place it first.'
      : status === 'cancelled'
        ? 'This order is cancelled.'
        : null,
  receive: ({ status }: State) => (isOpen(status) ? null : notReceivable(status)),
  /** Receives only units beyond the ordered ones, which can also arrive when the order is complete. */
  receiveExtra: ({ status }: State) => (isOpen(status) || status === 'received' ? null : notReceivable(status)),
} as const

export type PurchaseOrderAction = keyof typeof purchaseOrderActions

const statusWords: Record<PurchaseOrderStatus, string> = {
  draft: 'a draft',
  ordered: 'ordered',
  partial: 'partially received',
  received: 'received',
  cancelled: 'cancelled',
}

function notReceivable(status: PurchaseOrderStatus): string {
  return status === 'received'
    ? 'This order has been received. Only extra units can be added to it.'
    : `This order is ${statusWords[status]}. Only ordered or partially received orders can be received.`
}

/** Whether units of an order in this status are expected. */
export function isOpen(status: PurchaseOrderStatus): boolean {
  return status === 'ordered' || status === 'partial'
}
