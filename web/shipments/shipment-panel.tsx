import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { formatMoney } from '../ui/money.ts'
import { readShipment, type Shipment } from '../../contract/shipments.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { dayText } from '../ui/day-text.ts'
import type { AskedStep } from './asked-step.tsx'
import { EditShipmentDialog } from './edit-shipment-dialog.tsx'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import { ShipmentButtons } from './shipment-buttons.tsx'
import { ShipmentContents } from './shipment-contents.tsx'
import classes from './shipping.module.css'

type ShipmentPanelProps = Readonly<{
  /** '' when none is open. */
  shipment_id: string
  onClose: () => void
  onAsk: (step: AskedStep) => void
}>

/** One shipment beside the list: its contents, destination, history and next step. */
export function ShipmentPanel({ shipment_id, onClose, onAsk }: ShipmentPanelProps) {
  const query = useRead(readShipment, { shipment_id }, { enabled: shipment_id !== '' })
  const shipment = shipment_id === '' ? undefined : query.data
  return (
    <Panel
      title={shipment ? `${shipment.order_number}, shipment ${shipment.shipment_no}` : 'Shipment'}
      {...(shipment ? { badge: <ShipmentBadge shipment={shipment} /> } : {})}
      opened={shipment_id !== ''}
      onClose={onClose}
      size={560}
    >
      <div className={classes['panel']}>
        {shipment ? (
          <Details shipment={shipment} onAsk={onAsk} onClose={onClose} />
        ) : query.isError ? (
          <ErrorState error={query.error} fallback="Failed to load shipment" onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons rows={6} />
        )}
      </div>
    </Panel>
  )
}

type DetailsProps = Pick<ShipmentPanelProps, 'onAsk' | 'onClose'> & Readonly<{ shipment: Shipment }>

function Details({ shipment, onAsk, onClose }: DetailsProps) {
  const [editing, edit] = useDisclosure(false)
  const isPart = shipment.concerns_other_locations
  const mayShip = useMay('shipping.write') === true && shipment.status !== 'discarded' && !isPart
  return (
    <>
      <ShipmentButtons shipment={shipment} mayShip={mayShip} onEdit={edit.open} onAsk={onAsk} onClose={onClose} />
      {isPart && (
        <ReadOnlyNote>
          Parts of this shipment left from locations you don’t have access to, so you can’t change it. You see only what
          shipped from your locations.
        </ReadOnlyNote>
      )}
      <ShipmentContents shipment={shipment} />
      <DescriptionList items={facts(shipment)} />
      {shipment.shipping_address && (
        <section>
          <h3>Ship to</h3>
          <p className={classes['address']}>{shipment.shipping_address}</p>
        </section>
      )}
      <Comments plain record_type="shipment" record_id={shipment.id} />
      <RecordHistory plain record_id={shipment.id} statusChanges={shipment.status_changes} />
      <EditShipmentDialog shipment={shipment} opened={editing} onClose={edit.close} />
    </>
  )
}

/** What is known about it: a value that wasn't entered has no row, nor a customer whose name begins the address. */
function facts(shipment: Shipment): readonly (readonly [string, ReactNode])[] {
  const { sales_order_id, order_number, carrier, tracking_number, estimated_delivery, shipping_cost } = shipment
  const { customer_name, shipping_address } = shipment
  const recipient = shipping_address?.split('\n')[0]?.trim()
  const all: readonly (readonly [string, ReactNode])[] = [
    [
      'Order',
      <Link key="order" to={recordAddress('sales_order', sales_order_id)}>
        {order_number}
      </Link>,
    ],
    ['Customer', recipient === customer_name.trim() ? null : customer_name],
    ['Created', <Moment key="created" at={shipment.created_at} as="dated" />],
    ['Shipped', shipment.shipped_at && <Moment key="shipped" at={shipment.shipped_at} as="dated" />],
    ['Delivered', shipment.delivered_at && <Moment key="delivered" at={shipment.delivered_at} as="dated" />],
    ['Carrier', carrier && travelText(shipment)],
    ['Tracking', tracking_number && <Tracking key="tracking" shipment={shipment} />],
    ['Estimated delivery', estimated_delivery && dayText(estimated_delivery)],
    ['Shipping cost', shipping_cost === null ? null : formatMoney(shipping_cost)],
    ['Notes', shipment.notes],
  ]
  return all.filter(([, value]) => Boolean(value))
}
