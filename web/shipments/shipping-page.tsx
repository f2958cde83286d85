import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconFileText,
  IconPlus,
  IconPrinter,
  IconTrash,
  IconTruck,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import {
  type Carrier,
  listShipments,
  readShipmentCounts,
  type ListedShipmentStatus,
  shipmentStatuses,
  type ShipmentSummary,
} from '../../contract/shipments.ts'
import { useRead } from '../kit/api.ts'
import type { Column } from '../kit/columns.ts'
import { ListPage } from '../kit/list-page.tsx'
import { RecordCard } from '../kit/record-card.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { StatTile } from '../kit/stat-tile.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { CreateShipmentDialog } from './create-shipment-dialog.tsx'
import { FailDialog } from './fail-dialog.tsx'
import { carrierOptions, shipmentStatusLabels, stepLabels } from './labels.ts'
import { canFail, discard, moveShipment, packingSlip, shipmentName, stepsOf } from './shipment-actions.ts'
import { ShipmentPanel } from './shipment-panel.tsx'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import classes from './shipping.module.css'

type Url = Readonly<Record<string, string>>

const columns: readonly Column<ShipmentSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: (shipment) => <Order shipment={shipment} />,
    width: 360,
    narrowWidth: 220,
    wraps: true,
  },
  { id: 'customer', header: 'Customer', cell: (shipment) => <Customer shipment={shipment} />, minWidth: 130 },
  { id: 'units', header: 'Units', cell: ({ units }) => formatQuantity(units), align: 'right', width: 76, priority: 2 },
  { id: 'carrier', header: 'Method and Carrier', cell: travelText, width: 156, priority: 1 },
  { id: 'status', header: 'Status', cell: (shipment) => <ShipmentBadge shipment={shipment} />, width: 116 },
  { id: 'tracking', header: 'Tracking', cell: (shipment) => <Tracking shipment={shipment} />, minWidth: 188 },
]

const filters = [
  {
    key: 'status',
    label: 'Status',
    all: 'All Statuses',
    options: shipmentStatuses.map((value) => ({ value, label: shipmentStatusLabels[value] })),
  },
  { key: 'carrier', label: 'Carrier', all: 'All Carriers', options: carrierOptions },
]

/** Shipments to send, in transit and delivered. */
export function ShippingPage() {
  const [address, setAddress] = useUrlState({ shipment: '', order: '', add: '' })
  const [failing, setFailing] = useState<ShipmentSummary | null>(null)
  const mayShip = useMay('shipping.write') === true
  const add = mayShip && (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setAddress({ add: '1' })}>
      Add Shipment
    </Button>
  )
  const actionsOf = (shipment: ShipmentSummary): readonly RowAction[] => [
    ...(mayShip && !shipment.concerns_other_locations ? changes(shipment, setFailing) : []),
    { label: 'Details', icon: IconFileText, onClick: () => setAddress({ shipment: shipment.id }) },
    { label: 'Packing slip', icon: IconPrinter, onClick: () => void packingSlip(shipment) },
  ]
  return (
    <>
      <ListPage
        title="Shipping Management"
        subtitle="Ship orders and track deliveries"
        primary={add}
        above={<Figures />}
        endpoint={listShipments}
        input={(url: Url) => ({
          search: url['q'] || undefined,
          status: (url['status'] || undefined) as ListedShipmentStatus | undefined,
          carrier: (url['carrier'] || undefined) as Carrier | undefined,
        })}
        rowKey={({ id }) => id}
        rowName={shipmentName}
        rowHref={({ id }) => `/shipping?shipment=${id}`}
        rowActions={actionsOf}
        columns={columns}
        card={(shipment) => <ShipmentCard shipment={shipment} mayShip={mayShip} />}
        searchPlaceholder="Order, customer or tracking number"
        filters={filters}
        tableTitle="Recent Shipments"
        empty={{
          icon: IconTruck,
          title: 'No shipments found.',
          text: 'Create a shipment from a sales order to ship its items.',
          action: add,
        }}
        failed="Failed to load shipments"
      />
      <ShipmentPanel
        shipment_id={address.shipment}
        onClose={() => setAddress({ shipment: '' })}
        onFail={(shipment) => setFailing(shipment)}
      />
      <CreateShipmentDialog
        opened={mayShip && (address.add !== '' || address.order !== '')}
        order_id={address.order}
        onClose={() => setAddress({ add: '', order: '' })}
      />
      <FailDialog shipment={failing} onClose={() => setFailing(null)} />
    </>
  )
}

const stepIcons = { in_transit: IconTruckDelivery, delivered: IconCircleCheck, pending: IconArrowBackUp }

/** A shipment's actions: the next step, the step back, and ending it. */
function changes(shipment: ShipmentSummary, fail: (shipment: ShipmentSummary) => void): RowAction[] {
  const steps = stepsOf(shipment).map(({ to, label, isBack }) => ({
    label,
    icon: isBack ? IconArrowBackUp : stepIcons[to],
    quick: !isBack,
    onClick: () => void moveShipment(shipment, to),
  }))
  const failed: RowAction = { label: stepLabels.failed, icon: IconX, danger: true, onClick: () => fail(shipment) }
  const discarded: RowAction = {
    label: 'Discard',
    icon: IconTrash,
    danger: true,
    onClick: () => void discard(shipment),
  }
  return [...steps, ...(canFail(shipment) ? [failed] : []), ...(shipment.status === 'pending' ? [discarded] : [])]
}

function Figures() {
  const { data } = useRead(readShipmentCounts, {})
  const tile = (status: ListedShipmentStatus, label: string) => (
    <StatTile label={label} value={data && formatQuantity(data[status])} to={`/shipping?status=${status}`} />
  )
  return (
    <div className={classes['tiles']}>
      {tile('pending', 'Pending Shipments')}
      {tile('in_transit', 'In Transit')}
      {tile('delivered', 'Delivered')}
      {tile('failed', 'Failed Deliveries')}
    </div>
  )
}

/**
 * An order's first shipment is called by the order alone. Its date stands beside it, or below where the table is
 * narrow.
 */
function Order({ shipment: { id, order_number, shipment_no, created_at } }: { shipment: ShipmentSummary }) {
  return (
    <span className={classes['order']}>
      <span className={classes['number']}>
        <Link to={`/shipping?shipment=${id}`}>{order_number}</Link>
        {shipment_no > 1 && <span>no. {shipment_no}</span>}
      </span>
      <span className={classes['quiet']}>
        <Moment at={created_at} as="dated" />
      </span>
    </span>
  )
}

function Customer({ shipment: { customer_name } }: { shipment: ShipmentSummary }) {
  return <span title={customer_name}>{customer_name}</span>
}

function ShipmentCard({ shipment, mayShip }: { shipment: ShipmentSummary; mayShip: boolean }) {
  const next = stepsOf(shipment).find(({ isBack }) => !isBack)
  return (
    <RecordCard
      to={`/shipping?shipment=${shipment.id}`}
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
