import { Fragment } from 'react'
import type { Transaction } from '../../contract/transactions.ts'
import type { Column } from '../kit/columns.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { authorName } from '../kit/person-name.ts'
import { typeTones } from '../stock/labels.ts'
import { ProductName } from '../stock/product-name.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Change, Quantity } from '../ui/tabular.tsx'
import { notesParts, notesText, locationText, shownChange, typeText, userText } from './transaction-text.ts'
import classes from './transactions.module.css'

/**
 * The spec's columns come first: in a narrow table, Location, which the spec doesn't name, is hidden before any of
 * them.
 */
export const transactionColumns: readonly Column<Transaction>[] = [
  { id: 'date', header: 'Date & Time', cell: (row) => <When row={row} />, width: 168, narrowWidth: 107, wraps: true },
  {
    id: 'product',
    header: 'Product',
    cell: (row) => <ProductName product_id={row.product_id} name={row.product_name} sku={row.product_sku} />,
    minWidth: 176,
    narrowMinWidth: 158,
    wraps: true,
  },
  { id: 'type', header: 'Type', cell: (row) => <TypeBadge row={row} />, width: 124, narrowWidth: 106 },
  {
    id: 'quantity',
    header: 'Quantity',
    cell: (row) => <SignedQuantity row={row} />,
    width: 96,
    narrowWidth: 80,
    wraps: true,
    align: 'right',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <TransactionStatus row={row} />,
    width: 104,
    narrowWidth: 96,
    priority: 1,
  },
  {
    id: 'location',
    header: 'Location',
    cell: (row) => <Where row={row} />,
    width: 132,
    narrowWidth: 104,
    wraps: true,
    priority: 4,
  },
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
    cell: (row) => <User row={row} />,
    width: 144,
    narrowWidth: 88,
    wraps: true,
    priority: 2,
  },
  {
    id: 'notes',
    header: 'Notes',
    cell: (row) => <Notes row={row} />,
    minWidth: 200,
    narrowMinWidth: 132,
    wraps: true,
    priority: 3,
  },
]

/** When it happened, linked to everything that moved with it. */
function When({ row }: { row: Transaction }) {
  const moment = <Moment at={row.date} as="absolute" />
  if (!row.posting_id) return moment
  return (
    <Link to={recordAddress('posting', row.posting_id)} className={classes['when']}>
      {moment}
    </Link>
  )
}

/** The location; of a transfer both, each with a line of its own where the column is narrow. */
function Where({ row }: { row: Transaction }) {
  const { location_name, to_location_name } = row.metadata
  const text = locationText(row)
  if (!location_name || !to_location_name) return <span title={text}>{text}</span>
  return (
    <span title={text}>
      <span data-first-line>{location_name}</span> <span data-second-line>→ {to_location_name}</span>
    </span>
  )
}

/** The notes; the number of an order leads to it. */
function Notes({ row }: { row: Transaction }) {
  const parts = notesParts(row)
  return (
    <span title={notesText(row)} className={classes['quiet']}>
      {parts.map(({ text, to }, index) => (
        <Fragment key={text}>
          {index > 0 && ' · '}
          {to ? <Link to={to}>{text}</Link> : text}
        </Fragment>
      ))}
      {parts.length === 0 && '-'}
    </span>
  )
}

/** A long name is shortened, never the "(You)" behind it. */
function User({ row }: { row: Transaction }) {
  return (
    <span title={userText(row)} className={classes['user']}>
      <span>{authorName(row.user_reference)}</span> {row.is_own && <span>(You)</span>}
    </span>
  )
}

export function TypeBadge({ row }: { row: Transaction }) {
  return (
    <StatusBadge tone={typeTones[row.type]} dot={false}>
      {typeText(row)}
    </StatusBadge>
  )
}

export function TransactionStatus({ row }: { row: Transaction }) {
  return row.status === 'completed' ? (
    <StatusBadge tone="green" quiet>
      Completed
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber">Pending</StatusBadge>
  )
}

type Quantified = Parameters<typeof shownChange>[0] & Partial<Pick<Transaction, 'reversed_by_posting_id'>>

/**
 * The signed change of on hand. Other changes are shown with their account's name, unless the row's type says it: amber
 * for stock on hold, gray where nothing moved. A reservation has no plus: nothing comes in. Struck through once undone,
 * gray while pending.
 */
export function SignedQuantity({ row }: { row: Quantified }) {
  const { units, of } = shownChange(row)
  const isUnsigned = of === 'moved' || (of === 'reserved' && units > 0)
  return (
    <span
      className={classes['quantity']}
      data-undone={!!row.reversed_by_posting_id || undefined}
      data-quiet={!!row.draft_id || !['on hand', 'on hold'].includes(of) || undefined}
      data-held={of === 'on hold' || undefined}
    >
      {isUnsigned ? <Quantity value={units} /> : <Change value={units} />}
      {of !== 'on hand' && row.type !== 'commitment' && <span className={classes['of']}>{of}</span>}
    </span>
  )
}
