import type { Transaction } from '../../contract/transactions.ts'
import type { Column } from '../kit/columns.ts'
import { reasonLabel, typeLabels, typeTones } from '../stock/labels.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Change } from '../ui/tabular.tsx'
import { isOfHeld, notesText, placeText, shownChange, userText } from './transaction-text.ts'
import classes from './transactions.module.css'

export const transactionColumns: readonly Column<Transaction>[] = [
  { id: 'date', header: 'Date & Time', cell: (row) => <When row={row} />, width: 164, narrowWidth: 124, wraps: true },
  { id: 'product', header: 'Product', cell: (row) => <ProductName row={row} />, minWidth: 190, wraps: true },
  { id: 'type', header: 'Type', cell: (row) => <TypeBadge row={row} />, width: 112 },
  { id: 'quantity', header: 'Quantity', cell: (row) => <SignedQuantity row={row} />, width: 104, align: 'right' },
  { id: 'status', header: 'Status', cell: (row) => <TransactionStatus row={row} />, width: 118, priority: 2 },
  { id: 'location', header: 'Location', cell: placeText, width: 170, priority: 4 },
  {
    id: 'reason',
    header: 'Reason',
    cell: (row) => reasonLabel(row.metadata.reason_code) ?? '–',
    width: 180,
    optional: true,
    priority: 5,
  },
  {
    id: 'user',
    header: 'User',
    cell: (row) => <span title={userText(row)}>{userText(row)}</span>,
    width: 140,
    narrowWidth: 108,
    wraps: true,
    priority: 1,
  },
  {
    id: 'notes',
    header: 'Notes',
    cell: (row) => <span title={notesText(row)}>{notesText(row)}</span>,
    minWidth: 150,
    wraps: true,
    priority: 1,
  },
]

/** When it happened, leading to all that moved with it. */
function When({ row }: { row: Transaction }) {
  const moment = <Moment at={row.date} as="absolute" />
  if (!row.posting_id) return moment
  return (
    <Link to={`/postings/${row.posting_id}`} className={classes['when']}>
      {moment}
    </Link>
  )
}

/** The product of a row, leading to its page. */
export function ProductName({ row }: { row: Transaction }) {
  if (!row.product_name)
    return (
      <>
        Product Not Found <span className={classes['sku']}>{row.product_sku ?? 'N/A'}</span>
      </>
    )
  return (
    <span title={`${row.product_name} ${row.product_sku ?? ''}`}>
      <Link to={`/products/${row.product_id}`} className={classes['product']}>
        {row.product_name}
      </Link>
      <span className={classes['sku']}>{row.product_sku ?? 'N/A'}</span>
    </span>
  )
}

export function TypeBadge({ row }: { row: Transaction }) {
  return (
    <StatusBadge tone={typeTones[row.type]} dot={false}>
      {typeLabels[row.type]}
    </StatusBadge>
  )
}

export function TransactionStatus({ row }: { row: Transaction }) {
  return row.status === 'completed' ? (
    <StatusBadge tone="green">Completed</StatusBadge>
  ) : (
    <StatusBadge tone="amber">Pending</StatusBadge>
  )
}

type Quantified = Parameters<typeof shownChange>[0] & Partial<Pick<Transaction, 'reversed_by_posting_id'>>

/** The signed quantity, of held goods with that word; struck through once it was undone, grey while it is pending. */
export function SignedQuantity({ row }: { row: Quantified }) {
  return (
    <span
      className={classes['quantity']}
      data-undone={!!row.reversed_by_posting_id || undefined}
      data-pending={!!row.draft_id || undefined}
      data-held={isOfHeld(row) || undefined}
    >
      <Change value={shownChange(row)} />
      {isOfHeld(row) && <span className={classes['held']}>held</span>}
    </span>
  )
}
