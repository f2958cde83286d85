import type { Shipment } from '../../contract/shipments.ts'
import { Moment } from '../ui/moment.tsx'
import { shipmentStatusLabels } from './labels.ts'
import classes from './shipping.module.css'

export function ShipmentHistory({ shipment }: { shipment: Shipment }) {
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
