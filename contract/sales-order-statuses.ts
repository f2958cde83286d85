export const salesOrderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const

export type SalesOrderStatus = (typeof salesOrderStatuses)[number]

export const paymentMethods = ['cash', 'credit_card', 'bank_transfer', 'check', 'other'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** How far a line has come. Computed, never stored. */
export const salesLineStatuses = ['pending', 'reserved', 'backordered', 'partial', 'shipped', 'cancelled'] as const

/** Whether what is in no shipment yet can leave now: all of it, some of it, or nothing. */
export const orderReadiness = ['ready', 'partly_ready', 'waiting'] as const

export type OrderReadiness = (typeof orderReadiness)[number]

/** Whether an order in this status waits for goods to be shipped: its lines reserve, and may be edited. */
export function isOpenSale(status: SalesOrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

/** What may be changed of an order by editing it: everything, or who it is for and the notes. */
export const editableSale: Record<SalesOrderStatus, 'everything' | 'contact'> = {
  pending: 'everything',
  processing: 'everything',
  shipped: 'contact',
  delivered: 'contact',
  cancelled: 'contact',
}

/** What money is called that an order's customer gets back. */
export const refundTitle = (status: SalesOrderStatus) => (status === 'cancelled' ? 'Refund due' : 'Overpaid')
