import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCircleCheck, IconPencil, IconPrinter, IconTruckDelivery, IconX } from '@tabler/icons-react'
import { formatMoney } from '../../contract/money.ts'
import { readShipment, type Shipment, type ShipmentSummary } from '../../contract/shipments.ts'
import { useRead } from '../kit/api.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { Quantity } from '../ui/tabular.tsx'
import { dayText } from '../ui/time-text.ts'
import { EditShipmentDialog } from './edit-shipment-dialog.tsx'
import { shipmentStatusLabels } from './labels.ts'
import { mayBecome, moveShipment, packingSlip } from './shipment-actions.ts'
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
          <Details shipment={shipment} onFail={onFail} />
        ) : query.isError ? (
          <ErrorState error={query.error} fallback="Failed to load shipment" onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons rows={6} />
        )}
      </div>
    </Panel>
  )
}

function Details({ shipment, onFail }: { shipment: Shipment; onFail: ShipmentPanelProps['onFail'] }) {
  const [editing, edit] = useDisclosure(false)
  const mayShip = useMay('shipping.write') === true
  return (
    <>
      <div className={classes['actions']}>
        {mayShip && mayBecome(shipment, 'in_transit') && (
          <Button
            leftSection={<IconTruckDelivery size={16} />}
            onClick={() => void moveShipment(shipment, 'in_transit')}
          >
            In Transit
          </Button>
        )}
        {mayShip && mayBecome(shipment, 'delivered') && (
          <Button leftSection={<IconCircleCheck size={16} />} onClick={() => void moveShipment(shipment, 'delivered')}>
            Delivered
          </Button>
        )}
        {mayShip && mayBecome(shipment, 'failed') && (
          <Button variant="default" leftSection={<IconX size={16} />} onClick={() => onFail(shipment)}>
            Failed
          </Button>
        )}
        {mayShip && (
          <Button variant="default" leftSection={<IconPencil size={16} />} onClick={edit.open}>
            Edit
          </Button>
        )}
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => void packingSlip(shipment)}>
          Packing slip
        </Button>
      </div>
      <DescriptionList
        items={[
          ['Status', <ShipmentBadge key="status" status={shipment.status} />],
          [
            'Order',
            <Link key="order" to={`/sales-orders/${shipment.sales_order_id}`}>
              {shipment.order_number}
            </Link>,
          ],
          ['Customer', shipment.customer_name],
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
      <section>
        <h3>History</h3>
        <ul className={classes['contents']}>
          {shipment.status_changes.map((change) => (
            <li key={change.id}>
              <span>
                {shipmentStatusLabels[change.new_status as Shipment['status']] ?? change.new_status}
                <span className={classes['note']}>{[change.changed_by, change.notes].filter(Boolean).join(' · ')}</span>
              </span>
              <span className={classes['quiet']}>
                <Moment at={change.created_at} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <EditShipmentDialog shipment={shipment} opened={editing} onClose={edit.close} />
    </>
  )
}
