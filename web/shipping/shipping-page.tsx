import { Button } from '@mantine/core'
import {
  IconCircleCheck,
  IconFileText,
  IconPlus,
  IconPrinter,
  IconTruck,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import {
  type Carrier,
  listShipments,
  readShipmentCounts,
  type ShipmentStatus,
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
import { units } from '../stock/labels.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { CreateShipmentDialog } from './create-shipment-dialog.tsx'
import { FailDialog } from './fail-dialog.tsx'
import { carrierOptions, shipmentStatusLabels } from './labels.ts'
import { mayBecome, moveShipment, packingSlip, shipmentName } from './shipment-actions.ts'
import { ShipmentPanel } from './shipment-panel.tsx'
import { ShipmentBadge, Tracking, travelText } from './shipment-parts.tsx'
import classes from './shipping.module.css'

type Url = Readonly<Record<string, string>>

const columns: readonly Column<ShipmentSummary>[] = [
  { id: 'order', header: 'Order', cell: (shipment) => <Order shipment={shipment} />, width: 204 },
  { id: 'customer', header: 'Customer', cell: (shipment) => <Customer shipment={shipment} />, minWidth: 130 },
  { id: 'units', header: 'Units', cell: ({ units }) => formatQuantity(units), align: 'right', width: 76, priority: 2 },
  { id: 'carrier', header: 'Method and Carrier', cell: travelText, width: 164, priority: 1 },
  { id: 'status', header: 'Status', cell: ({ status }) => <ShipmentBadge status={status} />, width: 116 },
  { id: 'tracking', header: 'Tracking', cell: (shipment) => <Tracking shipment={shipment} />, minWidth: 160 },
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Moment at={created_at} />, width: 132, priority: 3 },
]

const filters = [
  {
    key: 'status',
    label: 'Status',
    all: 'All Statuses',
    options: Object.entries(shipmentStatusLabels).map(([value, label]) => ({ value, label })),
  },
  { key: 'carrier', label: 'Carrier', all: 'All Carriers', options: carrierOptions },
]

/** What is to be sent, what is on its way, and what came of it. */
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
    ...(mayShip ? steps(shipment, setFailing) : []),
    { label: 'Details', icon: IconFileText, onClick: () => setAddress({ shipment: shipment.id }) },
    { label: 'Packing slip', icon: IconPrinter, onClick: () => void packingSlip(shipment) },
  ]
  return (
    <>
      <ListPage
        title="Shipping Management"
        subtitle="Goods on their way to customers"
        primary={add}
        above={<Figures />}
        endpoint={listShipments}
        input={(url: Url) => ({
          search: url['q'] || undefined,
          status: (url['status'] || undefined) as ShipmentStatus | undefined,
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
          text: 'Put the goods of a sales order into a shipment to send them.',
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

/** What comes next for a shipment. */
function steps(shipment: ShipmentSummary, fail: (shipment: ShipmentSummary) => void): RowAction[] {
  const all: (RowAction & { to: ShipmentStatus })[] = [
    {
      to: 'in_transit',
      label: 'In Transit',
      icon: IconTruckDelivery,
      quick: true,
      onClick: () => void moveShipment(shipment, 'in_transit'),
    },
    {
      to: 'delivered',
      label: 'Delivered',
      icon: IconCircleCheck,
      quick: true,
      onClick: () => void moveShipment(shipment, 'delivered'),
    },
    { to: 'failed', label: 'Failed', icon: IconX, danger: true, onClick: () => fail(shipment) },
  ]
  return all.filter(({ to }) => mayBecome(shipment, to)).map(({ to: _, ...action }) => action)
}

function Figures() {
  const { data } = useRead(readShipmentCounts, {})
  const tile = (status: ShipmentStatus, label: string) => (
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

/** An order's first shipment is called by the order alone. */
function Order({ shipment: { id, order_number, shipment_no } }: { shipment: ShipmentSummary }) {
  return (
    <span className={classes['order']}>
      <Link to={`/shipping?shipment=${id}`}>{order_number}</Link>
      {shipment_no > 1 && <span>no. {shipment_no}</span>}
    </span>
  )
}

function Customer({ shipment: { customer_name } }: { shipment: ShipmentSummary }) {
  return <span title={customer_name}>{customer_name}</span>
}

function ShipmentCard({ shipment, mayShip }: { shipment: ShipmentSummary; mayShip: boolean }) {
  const next = (['in_transit', 'delivered'] as const).find((status) => mayBecome(shipment, status))
  return (
    <RecordCard
      to={`/shipping?shipment=${shipment.id}`}
      title={`${shipment.order_number}, shipment ${shipment.shipment_no}`}
      text={shipment.customer_name}
      badge={<ShipmentBadge status={shipment.status} />}
    >
      <div className={classes['card']}>
        <p>
          <span>{units(shipment.units, formatQuantity(shipment.units))}</span>
          <span>{travelText(shipment)}</span>
          <Moment at={shipment.created_at} />
        </p>
        {shipment.tracking_number && (
          <p className={classes['cardTracking']}>
            <span>Tracking</span>
            <Tracking shipment={shipment} />
          </p>
        )}
        {mayShip && next && (
          <div className={classes['buttons']}>
            <Button variant="default" onClick={() => void moveShipment(shipment, next)}>
              {next === 'in_transit' ? 'In Transit' : 'Delivered'}
            </Button>
          </div>
        )}
      </div>
    </RecordCard>
  )
}
