import type { AuditEntry } from '../../contract/audit-trail.ts'
import { kindText } from '../../contract/audit-kinds.ts'
import { authorText, pageOf } from '../kit/audit-text.ts'
import type { Column } from '../kit/columns.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './audit-trail.module.css'

/** The columns of the trail on wide screens; `open` shows what was old and new. */
export const columnsOf = (open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  {
    id: 'date',
    header: 'Date & Time',
    cell: (row) => <Moment at={row.created_at} as="absolute" />,
    width: 170,
    narrowWidth: 108,
    wraps: true,
  },
  { id: 'user', header: 'User', cell: (row) => <Author entry={row} />, minWidth: 150, wraps: true, priority: 2 },
  { id: 'item', header: 'Item', cell: (row) => <Item entry={row} />, minWidth: 170, wraps: true },
  {
    id: 'category',
    header: 'Category',
    cell: (row) => <Kind entry={row} />,
    width: 190,
    narrowWidth: 120,
    wraps: true,
    priority: 1,
  },
  {
    id: 'changes',
    header: 'Changes',
    cell: (row) =>
      row.changes.length === 0 ? (
        row.summary
      ) : (
        <button type="button" className={classes['open']} onClick={() => open(row)} title={row.summary}>
          {row.summary}
        </button>
      ),
    minWidth: 220,
    wraps: true,
  },
]

function Author({ entry }: { entry: AuditEntry }) {
  const name = authorText(entry)
  return (
    <span title={entry.user_email ?? name}>
      {name}
      {entry.user_email !== null && entry.user_email !== name && (
        <span className={classes['second']}> {entry.user_email}</span>
      )}
    </span>
  )
}

function Item({ entry }: { entry: AuditEntry }) {
  const name = entry.item_name ?? kindText(entry.table_name)
  const page = pageOf(entry)
  return page ? <Link to={page}>{name}</Link> : <span title={name}>{name}</span>
}

/** What kind of record it is; of a product, the category it is in. */
function Kind({ entry }: { entry: AuditEntry }) {
  return (
    <>
      {kindText(entry.table_name)}
      {entry.category !== null && <span className={classes['second']}> {entry.category}</span>}
    </>
  )
}
