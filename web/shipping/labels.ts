import {
  carriers,
  carrierLabels,
  type ShipmentStatus,
  shippingMethodLabels,
  shippingMethods,
} from '../../contract/shipments.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const shipmentStatusLabels: Record<ShipmentStatus, string> = {
  pending: 'Pending',
  in_transit: 'In Transit',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const shipmentStatusTones: Record<ShipmentStatus, Tone> = {
  pending: 'amber',
  in_transit: 'brand',
  delivered: 'green',
  failed: 'red',
}

export const methodOptions = shippingMethods.map((value) => ({ value, label: shippingMethodLabels[value] }))
export const carrierOptions = carriers.map((value) => ({ value, label: carrierLabels[value] }))
