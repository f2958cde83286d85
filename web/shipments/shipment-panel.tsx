import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconPencil,
  IconPrinter,
  IconTrash,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
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
import { Quantity } from '../ui/tabular.tsx'
import { dayText } from '../ui/time-text.ts'
import { EditShipmentDialog } from './edit-shipment-dialog.tsx'
import { shipmentStatusLabels, stepLabels } from './labels.ts'
import { canFail, discard, moveShipment, packingSlip, stepsOf } from './shipment-actions.ts'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import classes from './shipping.module.css'

type ShipmentPanelProps = Readonly<{
  /** '' when none is open. */
  shipment_id: string
  onClose: () => void
  onFail: (shipment: ShipmentSummary) => void
}>

/** One shipment beside the list: what is in it, where it goes, what happened, what comes next. */
export function ShipmentPanel({ shipment_id, onClose, onFail }: ShipmentPanelProps) {
  const query = useRead(readShipment, { shipment_id }, { enabled: shipment_id !== '' })
  const shipment = shipment_id === '' ? undefined : query.data
  return (
    <Panel
      title={shipment ? `${shipment.order_number}, shipment ${shipment.shipment_no}` : 'Shipment'}
      opened={shipment_id !== ''}
      onClose={onClose}
      size={460}
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
      <Actions shipment={shipment} mayShip={mayShip} onEdit={edit.open} onFail={onFail} onClose={onClose} />
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
      <Contents shipment={shipment} />
      <StatusHistory shipment={shipment} />
      <Comments plain record_type="shipment" record_id={shipment.id} />
      <RecordHistory plain record_id={shipment.id} />
      <EditShipmentDialog shipment={shipment} opened={editing} onClose={edit.close} />
    </>
  )
}

type ActionsProps = DetailsProps & Readonly<{ mayShip: boolean; onEdit: () => void }>

/** What can be done with it now: steps forward first, steps back and what ends it last. */
function Actions({ shipment, mayShip, onEdit, onFail, onClose }: ActionsProps) {
  const discardIt = async () => {
    if (await discard(shipment)) onClose()
  }
  const steps = stepsOf(shipment)
  return (
    <div className={classes['actions']}>
      {mayShip &&
        steps
          .filter(({ isBack }) => !isBack)
          .map(({ to, label }) => (
            <Button
              key={to}
              leftSection={to === 'delivered' ? <IconCircleCheck size={16} /> : <IconTruckDelivery size={16} />}
              onClick={() => void moveShipment(shipment, to)}
            >
              {label}
            </Button>
          ))}
      {mayShip && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => void packingSlip(shipment)}>
        Packing slip
      </Button>
      {mayShip &&
        steps
          .filter(({ isBack }) => isBack)
          .map(({ to, label }) => (
            <Button
              key={to}
              variant="default"
              leftSection={<IconArrowBackUp size={16} />}
              onClick={() => void moveShipment(shipment, to)}
            >
              {label}
            </Button>
          ))}
      {mayShip && canFail(shipment) && (
        <Button variant="default" leftSection={<IconX size={16} />} onClick={() => onFail(shipment)}>
          {stepLabels.failed}
        </Button>
      )}
      {mayShip && shipment.status === 'pending' && (
        <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => void discardIt()}>
          Discard
        </Button>
      )}
    </div>
  )
}

function Contents({ shipment }: { shipment: Shipment }) {
  return (
    <section>
      <h3>Contents</h3>
      <ul className={classes['contents']}>
        {shipment.lines.map((line) => (
          <li key={line.line_no}>
            <span>
              <Link to={`/products/${line.product_id}`}>{line.product_name}</Link>
              <span className={classes['note']}>{line.product_sku}</span>
            </span>
            <Quantity value={line.quantity} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StatusHistory({ shipment }: { shipment: Shipment }) {
  return (
    <section>
      <h3>Status History</h3>
      <ul className={classes['contents']}>
        {shipment.status_changes.map((change) => (
          <li key={change.id}>
            <span>
              {shipmentStatusLabels[change.new_status as Shipment['status']] ?? change.new_status}
              <span className={classes['note']}>{[change.changed_by, change.notes].filter(Boolean).join(' · ')}</span>
            </span>
            <span className={classes['quiet']}>
              <Moment at={change.created_at} as="dated" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
