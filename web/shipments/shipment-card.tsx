import { Button } from '@mantine/core'
import { counted } from '../../contract/counted-nouns.ts'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { Moment } from '../ui/moment.tsx'
import { moveShipment, stepsOf } from './shipment-actions.ts'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import { useShipmentAddress } from './use-shipment-address.ts'
import classes from './shipping.module.css'

/** A shipment as a card, with its next step. */
export function ShipmentCard({ shipment, mayShip }: { shipment: ShipmentSummary; mayShip: boolean }) {
  const addressOf = useShipmentAddress()
  const next = stepsOf(shipment).find(({ isBack }) => !isBack)
  return (
    <RecordCard
      to={addressOf(shipment.id)}
      title={`${shipment.order_number}, shipment ${shipment.shipment_no}`}
      text={shipment.customer_name}
      badge={<ShipmentBadge shipment={shipment} />}
    >
      <div className={classes['card']}>
        <p>
          <span>{counted(shipment.units, 'unit')}</span>
          <span>{travelText(shipment)}</span>
          <Moment at={shipment.created_at} as="dated" />
        </p>
        {shipment.tracking_number && (
          <p className={classes['cardTracking']}>
            <span>Tracking</span>
            <Tracking shipment={shipment} />
          </p>
        )}
        {mayShip && !shipment.concerns_other_locations && next && (
          <div className={classes['buttons']}>
            <Button variant="default" onClick={() => void moveShipment(shipment, next.to)}>
              {next.label}
            </Button>
          </div>
        )}
      </div>
    </RecordCard>
  )
}
