import type { StatusChange } from '../../contract/documents.ts'
import { RecordHistory } from '../kit/record-history.tsx'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { Timeline } from '../ui/timeline.tsx'
import classes from './order-history.module.css'

type OrderHistoryProps = Readonly<{
  order: Readonly<{ id: string; status_changes: readonly StatusChange[]; concerns_other_locations: boolean }>
  /** The labels of its statuses. */
  labels: Readonly<Record<string, string>>
  /** Beside its form; the document has the history below its comments. */
  editing: boolean
}>

/** The history of an order beside it. If it also concerns other locations, a limited member sees only its statuses. */
export function OrderHistory({ order, labels, editing }: OrderHistoryProps) {
  const { id, status_changes, concerns_other_locations } = order
  return (
    <>
      {concerns_other_locations && <StatusHistory changes={status_changes} labels={labels} />}
      {editing && <RecordHistory record_id={id} statusChanges={status_changes} />}
    </>
  )
}

type StatusHistoryProps = Readonly<{ changes: readonly StatusChange[]; labels: Readonly<Record<string, string>> }>

/** Every status of an order, newest first, with its author and reason. */
function StatusHistory({ changes, labels }: StatusHistoryProps) {
  const labelOf = (status: string) => labels[status] ?? status
  return (
    <Card title="Status History">
      <Timeline dense>
        {changes.map(({ id, old_status, new_status, changed_by_name, notes, created_at }) => (
          <li key={id}>
            <span>{old_status === null ? 'Created' : `${labelOf(old_status)} → ${labelOf(new_status)}`}</span>
            <span className={classes['who']}>
              {changed_by_name} · <Moment at={created_at} as="dated" />
            </span>
            {notes && <span className={classes['who']}>{notes}</span>}
          </li>
        ))}
      </Timeline>
    </Card>
  )
}
