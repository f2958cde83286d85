import { useDisclosure } from '@mantine/hooks'
import { formatMoney } from '../../contract/money.ts'
import { readShipment, type Shipment, type ShipmentSummary } from '../../contract/shipments.ts'
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
import { EditShipmentDialog } from './edit-shipment-dialog.tsx'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import { ShipmentButtons } from './shipment-buttons.tsx'
import { ShipmentContents } from './shipment-contents.tsx'
import classes from './shipping.module.css'

type ShipmentPanelProps = Readonly<{
  /** '' when none is open. */
  shipment_id: string
  onClose: () => void
  onFail: (shipment: ShipmentSummary) => void
}>

/** One shipment beside the list: its contents, destination, history and next step. */
export function ShipmentPanel({ shipment_id, onClose, onFail }: ShipmentPanelProps) {
  const query = useRead(readShipment, { shipment_id }, { enabled: shipment_id !== '' })
  const shipment = shipment_id === '' ? undefined : query.data
  return (
    <Panel
      title={shipment ? `${shipment.order_number}, shipment ${shipment.shipment_no}` : 'Shipment'}
      opened={shipment_id !== ''}
      onClose={onClose}
      size={560}
    >
      <div className={classes['panel']}>
        {shipment ? (
          <Details shipment={shipment} onFail={onFail} onClose={onClose} />
        ) : query.isError ? (
          <ErrorState error={query.error} fallback="Failed to load shipment" onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons rows={6} />
        )}
      </div>
    </Panel>
  )
}

type DetailsProps = Pick<ShipmentPanelProps, 'onFail' | 'onClose'> & Readonly<{ shipment: Shipment }>

function Details({ shipment, onFail, onClose }: DetailsProps) {
  const [editing, edit] = useDisclosure(false)
  const isPart = shipment.concerns_other_locations
  const mayShip = useMay('shipping.write') === true && shipment.status !== 'discarded' && !isPart
  return (
    <>
      <ShipmentButtons shipment={shipment} mayShip={mayShip} onEdit={edit.open} onFail={onFail} onClose={onClose} />
      {isPart && (
        <ReadOnlyNote>
          Parts of this shipment left from locations you don’t have access to, so you can’t change it. You see what left
          yours.
        </ReadOnlyNote>
      )}
      <DescriptionList
        items={[
          ['Status', <ShipmentBadge key="status" shipment={shipment} />],
          [
            'Order',
            <Link key="order" to={`/sales-orders/${shipment.sales_order_id}`}>
              {shipment.order_number}
            </Link>,
          ],
          ['Customer', shipment.customer_name],
          ['Created', <Moment key="created" at={shipment.created_at} as="dated" />],
          ['Carrier', travelText(shipment)],
          ['Tracking', <Tracking key="tracking" shipment={shipment} />],
          ['Estimated delivery', shipment.estimated_delivery && dayText(shipment.estimated_delivery)],
          ['Shipping cost', shipment.shipping_cost === null ? null : formatMoney(shipment.shipping_cost)],
          ['Notes', shipment.notes],
        ]}
      />
      {shipment.shipping_address && (
        <section>
          <h3>Ship to</h3>
          <p className={classes['address']}>{shipment.shipping_address}</p>
        </section>
      )}
      <ShipmentContents shipment={shipment} />
      <Comments plain record_type="shipment" record_id={shipment.id} />
      <RecordHistory plain record_id={shipment.id} statusChanges={shipment.status_changes} />
      <EditShipmentDialog shipment={shipment} opened={editing} onClose={edit.close} />
    </>
  )
}
