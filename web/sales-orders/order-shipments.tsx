import { summedGoods } from '../../contract/counted-goods.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import shared from '../orders/orders.module.css'
import { ShipmentBadge, travelText } from '../shipments/shipment-parts.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'

type Reached = Pick<ShipmentSummary, 'created_at' | 'shipped_at' | 'delivered_at' | 'failed_at'>

/** When a shipment reached its status. */
const reachedAt = ({ created_at, shipped_at, delivered_at, failed_at }: Reached) =>
  failed_at ?? delivered_at ?? shipped_at ?? created_at

/** An order's shipments. */
export function OrderShipments({ order: { shipments } }: { order: SalesOrder }) {
  return (
    <Card title="Shipments" flush>
      {shipments.length === 0 && <p className={shared['none']}>No shipments yet</p>}
      <ul className={shared['rows']}>
        {shipments.map((shipment) => (
          <li key={shipment.id}>
            <Link to={recordAddress('shipment', shipment.id)}>Shipment {shipment.shipment_no}</Link>
            <ShipmentBadge shipment={shipment} />
            <span className={shared['small']} data-wide data-short>
              {summedGoods(shipment)}
              {shipment.is_implicit && shipment.carrier === null
                ? ', with the order’s status'
                : `, ${travelText(shipment)}`}
              {' · '}
              <Moment at={reachedAt(shipment)} as="dated" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
