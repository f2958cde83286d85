import { kindText } from '../../contract/audit-kinds.ts'
import type { AuditEntry } from '../../contract/audit-trail.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { AuditChanges } from './audit-changes.tsx'
import classes from './audit-lines.module.css'
import { authorText, pageOf } from './audit-text.ts'

type AuditLinesProps = Readonly<{
  label: string
  entries: readonly AuditEntry[]
  /** Says on each line what it is about: where the lines are of many records. */
  named?: boolean
}>

/**
 * Rows of the audit trail below each other: what was done, by whom and when, and what was old and new once one opens
 * it.
 */
export function AuditLines({ label, entries, named = false }: AuditLinesProps) {
  return (
    <ul className={classes['root']} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes['line']}>
          <Line entry={entry} named={named} />
        </li>
      ))}
    </ul>
  )
}

function Line({ entry, named }: { entry: AuditEntry; named: boolean }) {
  const page = named ? pageOf(entry) : null
  const name = entry.item_name ?? kindText(entry.table_name)
  const head = (
    <>
      <span className={classes['what']}>{entry.summary}</span>
      <span className={classes['who']}>
        {authorText(entry)} · <Moment at={entry.created_at} as="dated" />
      </span>
    </>
  )
  return (
    <>
      {named && (
        <p className={classes['name']}>
          {page ? <Link to={page}>{name}</Link> : name} <span>{kindText(entry.table_name)}</span>
        </p>
      )}
      {entry.changes.length === 0 ? (
        <div className={classes['head']}>{head}</div>
      ) : (
        <details>
          <summary className={classes['head']}>{head}</summary>
          <div className={classes['changes']}>
            <AuditChanges entry={entry} />
          </div>
        </details>
      )}
    </>
  )
}
