import { useSearch } from '@tanstack/react-router'
import { formatQuantity } from '../../contract/quantity.ts'
import { readShipmentCounts, type ListedShipmentStatus } from '../../contract/shipments.ts'
import { useRead } from '../kit/api.ts'
import { StatTile } from '../kit/stat-tile.tsx'
import classes from './shipping.module.css'

/** How many shipments have each status. Each tile filters the list; the current one shows all again. */
export function ShipmentTiles() {
  const { data, error } = useRead(readShipmentCounts, {})
  const { status: chosen } = useSearch({ strict: false }) as { status?: string }
  const valueOf = (status: ListedShipmentStatus) => (data ? formatQuantity(data[status]) : error ? '–' : undefined)
  const tile = (status: ListedShipmentStatus, label: string) => (
    <StatTile
      label={label}
      value={valueOf(status)}
      to={status === chosen ? '/shipping' : `/shipping?status=${status}`}
      current={status === chosen}
      tone={status === 'failed' && data && data.failed > 0 ? 'red' : undefined}
    />
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
