import { Button } from '@mantine/core'
import { IconFileText, IconPlus, IconPrinter, IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type Carrier,
  listShipments,
  type ListedShipmentStatus,
  shipmentStatuses,
  type ShipmentSummary,
} from '../../contract/shipments.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useOpened } from '../kit/use-opened.ts'
import { useUrlState } from '../kit/url-state.ts'
import { useMay } from '../kit/use-may.ts'
import { type AskedStep, AskedStepDialogs } from './asked-step.tsx'
import { CreateShipmentDialog } from './create-shipment-dialog.tsx'
import { carrierOptions, shipmentStatusLabels } from './labels.ts'
import { packingSlip, shipmentName } from './shipment-actions.ts'
import { ShipmentCard } from './shipment-card.tsx'
import { columns } from './shipment-columns.tsx'
import { ShipmentPanel } from './shipment-panel.tsx'
import { shipmentRowActions } from './shipment-row-actions.ts'
import { ShipmentTiles } from './shipment-tiles.tsx'
import { useShipmentAddress } from './use-shipment-address.ts'

type Url = Readonly<Record<string, string>>

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
  const opened = useOpened('/shipping', 'shipment')
  const adding = useOpened('/shipping', 'add')
  const [address, setAddress] = useUrlState({ order: '' })
  const [asked, ask] = useState<AskedStep | null>(null)
  const mayShip = useMay('shipping.write') === true
  const addressOf = useShipmentAddress()
  const add = mayShip && (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => adding.open('1')}>
      Add Shipment
    </Button>
  )
  const actionsOf = (shipment: ShipmentSummary): readonly RowAction[] => [
    ...(mayShip && !shipment.concerns_other_locations ? shipmentRowActions(shipment, ask) : []),
    { label: 'Details', icon: IconFileText, onClick: () => opened.open(shipment.id) },
    { label: 'Packing slip', icon: IconPrinter, onClick: () => void packingSlip(shipment) },
  ]
  return (
    <>
      <ListPage
        title="Shipping Management"
        subtitle="Ship orders and track deliveries"
        primary={add}
        figures={<ShipmentTiles />}
        endpoint={listShipments}
        input={(url: Url) => ({
          search: url['q'] || undefined,
          status: (url['status'] || undefined) as ListedShipmentStatus | undefined,
          carrier: (url['carrier'] || undefined) as Carrier | undefined,
        })}
        rowKey={({ id }) => id}
        rowName={shipmentName}
        rowHref={({ id }) => addressOf(id)}
        rowActions={actionsOf}
        columns={columns}
        card={(shipment) => <ShipmentCard shipment={shipment} actions={actionsOf(shipment)} />}
        searchPlaceholder="Order, customer or tracking number"
        filters={filters}
        tableTitle="Recent Shipments"
        empty={{
          icon: IconTruck,
          title: 'No shipments found.',
          text: 'Shipments appear here once you ship a sales order.',
          action: add,
        }}
        failed="Failed to load shipments"
      />
      <ShipmentPanel shipment_id={opened.id} onClose={opened.close} onAsk={ask} />
      <CreateShipmentDialog
        opened={mayShip && (adding.id !== '' || address.order !== '')}
        order_id={address.order}
        onClose={() => (adding.id === '' ? setAddress({ order: '' }) : adding.close())}
      />
      <AskedStepDialogs step={asked} onClose={() => ask(null)} />
    </>
  )
}
