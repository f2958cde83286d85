import type { StatusChange } from '../../contract/documents.ts'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { Timeline } from '../ui/timeline.tsx'
import classes from './status-history.module.css'

type StatusHistoryProps = Readonly<{ changes: readonly StatusChange[]; labelOf: (status: string) => string }>

/** Every status of a document, newest first, with its author and reason. */
export function StatusHistory({ changes, labelOf }: StatusHistoryProps) {
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
