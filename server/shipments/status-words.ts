import type { ShipmentStatus } from '../../contract/shipments.ts'

/** The statuses of shipments within a sentence. */
export const statusWords: Record<ShipmentStatus, string> = {
  pending: 'pending',
  in_transit: 'in transit',
  delivered: 'delivered',
  failed: 'failed',
  discarded: 'discarded',
}
