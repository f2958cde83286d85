import { kindText } from '../../contract/audit-kinds.ts'
import type { AuditEntry } from '../../contract/audit-trail.ts'
import { authorText, pageOf } from '../kit/audit-text.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './audit-lines.module.css'
import { ChangeSummary } from './change-summary.tsx'

type AuditLinesProps = Readonly<{ entries: readonly AuditEntry[]; onOpen: (entry: AuditEntry) => void }>

/** The rows of the trail on a phone: the record, the change, its author and time. */
export function AuditLines({ entries, onOpen }: AuditLinesProps) {
  return (
    <ul className={classes['root']} aria-label="Audit Trail">
      {entries.map((entry) => {
        const page = pageOf(entry)
        const kind = kindText(entry.table_name)
        const name = entry.item_name ?? kind
        return (
          <li key={entry.id} className={classes['line']}>
            <p className={classes['name']}>
              {page ? <Link to={page}>{name}</Link> : name}
              {name !== kind && <span> {kind}</span>}
            </p>
            <ChangeSummary entry={entry} onOpen={() => onOpen(entry)} />
            <p className={classes['who']}>
              {authorText(entry)} · <Moment at={entry.created_at} as="dated" />
            </p>
          </li>
        )
      })}
    </ul>
  )
}
