import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { LockedOrder } from './lock-order.ts'

export type StatusChange = {
  /** Null for an order that is being created and doesn't wait for stock. */
  from: SalesOrderStatus | null
  to: SalesOrderStatus
  /** The caller agreed that units shipped by the status alone come back. */
  take_back: boolean
}

/**
 * Applies a status to the stock of a locked order. Shipments are built on sales orders, so the function that also ships
 * (shipments/apply-order-status.ts) is passed to the commands here.
 */
export type ApplyStatus = (tx: Tx, actor: Actor, order: LockedOrder, change: StatusChange) => Promise<void>
