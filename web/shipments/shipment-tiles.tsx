import { formatQuantity } from '../../contract/quantity.ts'
import { readShipmentCounts, type ListedShipmentStatus } from '../../contract/shipments.ts'
import { useRead } from '../kit/api.ts'
import { StatTile } from '../kit/stat-tile.tsx'
import classes from './shipping.module.css'

/** How many shipments have each status. */
export function ShipmentTiles() {
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
