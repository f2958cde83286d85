import type { AuditEntry } from '../../contract/audit-trail.ts'
import { kindNoun } from '../../contract/audit-kinds.ts'
import { AuditChanges } from '../kit/audit-changes.tsx'
import { authorText, pageOf, summaryOf } from '../kit/audit-text.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './audit-trail.module.css'

/** A change in full: its author and time, the old and new values. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const page = pageOf(entry)
  return (
    <div className={classes['details']}>
      <p>{summaryOf(entry)}</p>
      <p className={classes['second']}>
        {authorText(entry)}
        {entry.user_email !== null && ` (${entry.user_email})`} · <Moment at={entry.created_at} as="absolute" />
      </p>
      <AuditChanges entry={entry} />
      {page && <Link to={page}>Open {openedNoun(entry, page)}</Link>}
    </div>
  )
}

/** The target of a row's link. */
function openedNoun({ table_name, commented }: AuditEntry, page: string): string {
  if (page.startsWith('/postings/')) return 'transaction'
  if (/^\/(sales|purchase)-orders\/./.test(page)) return 'order'
  if (table_name === 'stock') return 'product'
  return commented === null ? kindNoun(table_name) : commented.replace('_', ' ')
}
