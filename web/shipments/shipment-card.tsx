import { Button } from '@mantine/core'
import { summedGoods } from '../../contract/counted-goods.ts'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Moment } from '../ui/moment.tsx'
import { shipmentName } from './shipment-actions.ts'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import { useShipmentAddress } from './use-shipment-address.ts'
import classes from './shipping.module.css'

/** A shipment as a card, with its next step. */
export function ShipmentCard({ shipment, actions }: { shipment: ShipmentSummary; actions: readonly RowAction[] }) {
  const addressOf = useShipmentAddress()
  const next = actions.find(({ quick }) => quick)
  return (
    <RecordCard
      to={addressOf(shipment.id)}
      title={shipment.shipment_no > 1 ? shipmentName(shipment) : shipment.order_number}
      text={shipment.customer_name}
      badge={<ShipmentBadge shipment={shipment} listed />}
      menu={<RowActions of={shipmentName(shipment)} actions={actions} />}
    >
      <div className={classes['card']}>
        <p>
          <span>{summedGoods(shipment)}</span>
          {shipment.carrier && <span>{travelText(shipment)}</span>}
          <Moment at={shipment.created_at} as="dated" />
        </p>
        {shipment.tracking_number && (
          <p className={classes['cardTracking']}>
            <span>Tracking</span>
            <Tracking shipment={shipment} />
          </p>
        )}
        {next && (
          <div className={classes['buttons']}>
            <Button variant="default" onClick={next.onClick}>
              {next.label}
            </Button>
          </div>
        )}
      </div>
    </RecordCard>
  )
}
