import type { OrderReadiness } from '../../contract/sales-order-statuses.ts'
import { carrierLabels, shippingMethodLabels, type ShipmentSummary, trackingUrl } from '../../contract/shipments.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { readinessLabels, readinessTones, shipmentStatusLabels, shipmentStatusTones } from './labels.ts'
import classes from './shipping.module.css'

type ShipmentBadgeProps = Readonly<{
  shipment: Pick<ShipmentSummary, 'status'>
  /** In a list, where a delivered one stands back. */
  listed?: boolean
}>

export function ShipmentBadge({ shipment: { status }, listed }: ShipmentBadgeProps) {
  return (
    <StatusBadge tone={shipmentStatusTones[status]} quiet={listed && status === 'delivered'}>
      {shipmentStatusLabels[status]}
    </StatusBadge>
  )
}

/** Whether the rest of an order can leave now. */
export function ReadinessBadge({ readiness }: { readiness: OrderReadiness }) {
  return <StatusBadge tone={readinessTones[readiness]}>{readinessLabels[readiness]}</StatusBadge>
}

type Travel = Pick<ShipmentSummary, 'carrier' | 'shipping_method' | 'tracking_number'>

/** "UPS, Ground"; a shipment created by an order's status has neither. */
export function travelText({ carrier, shipping_method }: Travel): string {
  return carrier && shipping_method ? `${carrierLabels[carrier]}, ${shippingMethodLabels[shipping_method]}` : '–'
}

/** The tracking number, linked to the carrier's page. */
export function Tracking({ shipment }: { shipment: Travel }) {
  const { carrier, tracking_number } = shipment
  if (!tracking_number) return <span className={classes['quiet']}>Not available</span>
  const address = trackingUrl(carrier, tracking_number)
  if (!address) return tracking_number
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={classes['tracking']} title={tracking_number}>
      {tracking_number}
    </a>
  )
}
