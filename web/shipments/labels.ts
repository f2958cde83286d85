import {
  carriers,
  carrierLabels,
  type ShipmentStatus,
  shippingMethodLabels,
  shippingMethods,
} from '../../contract/shipments.ts'
import type { OrderReadiness } from '../../contract/sales-order-statuses.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const shipmentStatusLabels: Record<ShipmentStatus, string> = {
  pending: 'Pending',
  in_transit: 'In Transit',
  delivered: 'Delivered',
  failed: 'Failed',
  discarded: 'Discarded',
}

export const shipmentStatusTones: Record<ShipmentStatus, Tone> = {
  pending: 'amber',
  in_transit: 'brand',
  delivered: 'green',
  failed: 'red',
  discarded: 'gray',
}

/** The labels of buttons that change a shipment's status: forward, and back after a mistake. */
export const stepLabels = {
  in_transit: 'Mark as shipped',
  delivered: 'Mark as delivered',
  failed: 'Mark as failed',
  pending: 'Back to pending',
  not_delivered: 'Back to in transit',
} as const

/** The same steps on a day that is chosen. */
export const earlierLabels = {
  in_transit: 'Shipped on an earlier day',
  delivered: 'Delivered on an earlier day',
} as const

export const readinessLabels: Record<OrderReadiness, string> = {
  ready: 'Ready',
  partly_ready: 'Partly ready',
  waiting: 'Waiting',
}

export const readinessTones: Record<OrderReadiness, Tone> = { ready: 'green', partly_ready: 'amber', waiting: 'gray' }

export const methodOptions = shippingMethods.map((value) => ({ value, label: shippingMethodLabels[value] }))
export const carrierOptions = carriers.map((value) => ({ value, label: carrierLabels[value] }))
