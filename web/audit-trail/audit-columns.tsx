import type { AuditEntry } from '../../contract/audit-trail.ts'
import { kindText } from '../../contract/audit-kinds.ts'
import { authorText, pageOf } from '../kit/audit-text.ts'
import type { Column } from '../kit/columns.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { ColorLabel } from '../ui/color-label.tsx'
import { Link } from '../ui/link.tsx'
import { dateText, timeText } from '../ui/time-text.ts'
import classes from './audit-trail.module.css'
import { ChangeSummary } from './change-summary.tsx'

/** The columns of the trail on wide screens; `open` shows the old and new values. */
export const columnsOf = (open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  { id: 'date', header: 'Date & Time', cell: (row) => <When at={row.created_at} />, width: 124 },
  { id: 'user', header: 'User', cell: (row) => <Author entry={row} />, minWidth: 160, priority: 1 },
  { id: 'item', header: 'Item', cell: (row) => <Item entry={row} />, minWidth: 170 },
  {
    id: 'category',
    header: 'Category',
    cell: (row) => (row.category === null ? '–' : <ColorLabel color={row.category_color}>{row.category}</ColorLabel>),
    width: 130,
    // Few records have one.
    priority: 2,
  },
  {
    id: 'changes',
    header: 'Changes',
    cell: (row) => (
      <span className={classes['opens']}>
        <ChangeSummary entry={row} onOpen={() => open(row)} />
        {row.changes.length > 0 && <IconChevronRight size={16} stroke={1.7} aria-hidden />}
      </span>
    ),
    minWidth: 280,
  },
]

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes['stack']}>
      <span>{dateText(at)}</span>
      <span className={classes['second']}>{timeText(at)}</span>
    </time>
  )
}

function Author({ entry }: { entry: AuditEntry }) {
  const name = authorText(entry)
  return (
    <span className={classes['stack']}>
      <span>{name}</span>
      {entry.user_email !== null && entry.user_email !== name && (
        <span className={classes['second']}>{entry.user_email}</span>
      )}
    </span>
  )
}

/** The changed record and its kind. */
function Item({ entry }: { entry: AuditEntry }) {
  const kind = kindText(entry.table_name)
  const name = entry.item_name ?? kind
  const page = pageOf(entry)
  return (
    <span className={classes['stack']}>
      {page ? (
        <Link to={page} className={classes['item']}>
          {name}
        </Link>
      ) : (
        <span className={classes['item']}>{name}</span>
      )}
      {name !== kind && <span className={classes['second']}>{kind}</span>}
    </span>
  )
}
