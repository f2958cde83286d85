import { sumAmounts } from './money.ts'

export const salesOrderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const

export type SalesOrderStatus = (typeof salesOrderStatuses)[number]

export const paymentMethods = ['cash', 'credit_card', 'bank_transfer', 'check', 'other'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** The progress of a line. Computed, never stored. */
export const salesLineStatuses = ['pending', 'reserved', 'backordered', 'partial', 'shipped', 'cancelled'] as const

/** Whether the units in no shipment can leave now: all, some, or none. */
export const orderReadiness = ['ready', 'partly_ready', 'waiting'] as const

export type OrderReadiness = (typeof orderReadiness)[number]

/** Whether an order in this status waits to be shipped: its lines reserve, and can be edited. */
export function isOpenSale(status: SalesOrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

/** Whether an order's ship-from location can be changed: while it is open, and before a cancelled one is reopened. */
export function canMoveSale(status: SalesOrderStatus): boolean {
  return isOpenSale(status) || status === 'cancelled'
}

/** What can be edited in an order: everything, or the contact and the notes. */
export const editableSale: Record<SalesOrderStatus, 'everything' | 'contact'> = {
  pending: 'everything',
  processing: 'everything',
  shipped: 'contact',
  delivered: 'contact',
  cancelled: 'contact',
}

/** The name of money that an order's customer gets back. */
export const refundTitle = (status: SalesOrderStatus) => (status === 'cancelled' ? 'Refund due' : 'Overpaid')

type Amounts = Readonly<{
  status: SalesOrderStatus
  total_amount: number
  paid_amount: number
  amount_due: number
  refund_due: number
  lines: readonly { returned_quantity: number }[]
}>

/**
 * The part of the total that isn't charged, so that a statement adds up: returned goods that weren't paid, and what a
 * cancelled order didn't ship. Null if everything is charged.
 */
export function notCharged(order: Amounts): { label: string; amount: number } | null {
  const { status, total_amount, paid_amount, amount_due, refund_due, lines } = order
  const amount = sumAmounts([total_amount, -paid_amount, -amount_due, refund_due])
  if (amount <= 0) return null
  if (status !== 'cancelled') return { label: 'Returned goods', amount }
  const hasReturns = lines.some(({ returned_quantity }) => returned_quantity > 0)
  return { label: hasReturns ? 'Cancelled and returned items' : 'Cancelled items', amount }
}
