import { formatQuantity } from '../../contract/quantity.ts'
import { readShipmentCounts, type ListedShipmentStatus } from '../../contract/shipments.ts'
import { useRead } from '../kit/api.ts'
import { StatTile } from '../kit/stat-tile.tsx'
import classes from './shipping.module.css'

/** How many shipments have each status. */
export function ShipmentTiles() {
  const { data, error } = useRead(readShipmentCounts, {})
  const valueOf = (status: ListedShipmentStatus) => (data ? formatQuantity(data[status]) : error ? '–' : undefined)
  const tile = (status: ListedShipmentStatus, label: string) => (
    <StatTile label={label} value={valueOf(status)} to={`/shipping?status=${status}`} />
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
