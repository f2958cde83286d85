import type { AuditEntry } from '../../contract/audit-trail.ts'
import { kindText } from '../../contract/audit-kinds.ts'
import { AuditChanges } from '../kit/audit-changes.tsx'
import { authorText, pageOf } from '../kit/audit-text.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './audit-trail.module.css'

/** A change in full: who made it and when, what was old and new. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const page = pageOf(entry)
  return (
    <div className={classes['details']}>
      <p>{entry.summary}</p>
      <p className={classes['second']}>
        {authorText(entry)}
        {entry.user_email !== null && ` (${entry.user_email})`} · <Moment at={entry.created_at} as="absolute" />
      </p>
      <AuditChanges entry={entry} />
      {page && <Link to={page}>Open {kindText(entry.table_name).toLowerCase()}</Link>}
    </div>
  )
}
