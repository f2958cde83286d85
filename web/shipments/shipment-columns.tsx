import { formatQuantity } from '../../contract/quantity.ts'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import type { Column } from '../kit/columns.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import { useShipmentAddress } from './use-shipment-address.ts'
import classes from './shipping.module.css'

/** The columns of the list of shipments. */
export const columns: readonly Column<ShipmentSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: (shipment) => <Order shipment={shipment} />,
    width: 200,
    narrowWidth: 134,
    wraps: true,
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ created_at }) => <Moment at={created_at} as="absolute" />,
    width: 164,
    narrowWidth: 106,
    wraps: true,
    priority: 3,
  },
  {
    id: 'customer',
    header: 'Customer',
    cell: (shipment) => <Customer shipment={shipment} />,
    minWidth: 150,
    wraps: true,
  },
  {
    id: 'units',
    header: 'Units',
    cell: ({ units, mixed_products }) => (mixed_products === null ? formatQuantity(units) : '–'),
    align: 'right',
    width: 68,
    priority: 2,
  },
  { id: 'carrier', header: 'Method and Carrier', cell: travelText, width: 148, priority: 1 },
  { id: 'status', header: 'Status', cell: (shipment) => <ShipmentBadge shipment={shipment} listed />, width: 116 },
  {
    id: 'tracking',
    header: 'Tracking',
    cell: (shipment) => <Tracking shipment={shipment} />,
    width: 180,
    narrowWidth: 180,
  },
]

/** An order's first shipment has only the order's number. */
function Order({ shipment: { id, order_number, shipment_no } }: { shipment: ShipmentSummary }) {
  const addressOf = useShipmentAddress()
  return (
    <span className={classes['order']}>
      <Link to={addressOf(id)}>{order_number}</Link>
      {shipment_no > 1 && <span>shipment {shipment_no}</span>}
    </span>
  )
}

function Customer({ shipment: { customer_name } }: { shipment: ShipmentSummary }) {
  return <span title={customer_name}>{customer_name}</span>
}
