import type { ReportedTransaction } from '../../contract/transactions-report.ts'
import type { Column } from '../kit/columns.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { typeLabels, typeTones } from '../stock/labels.ts'
import { SignedQuantity } from '../transactions/transaction-columns.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Change, Quantity } from '../ui/tabular.tsx'

/** The columns of the transaction history. */
export const columns: readonly Column<ReportedTransaction>[] = [
  {
    id: 'date',
    header: 'Date',
    cell: ({ date }) => <Moment at={date} as="absolute" />,
    sort: 'date',
    descendingFirst: true,
    width: 172,
  },
  { id: 'product', header: 'Product Name', cell: ({ product_name }) => product_name, link: true, minWidth: 200 },
  { id: 'sku', header: 'SKU', cell: ({ product_sku }) => product_sku, width: 132, priority: 2 },
  {
    id: 'type',
    header: 'Transaction Type',
    cell: ({ type }) => (
      <StatusBadge tone={typeTones[type]} dot={false}>
        {typeLabels[type]}
      </StatusBadge>
    ),
    width: 150,
  },
  {
    id: 'quantity',
    header: 'Quantity',
    cell: (row) => <Signed row={row} />,
    width: 104,
    align: 'right',
  },
  { id: 'notes', header: 'Notes', cell: notesOf, minWidth: 190, priority: 1 },
]

function notesOf({ notes, reason }: ReportedTransaction) {
  const text = notes ?? reasonLabel(reason) ?? '–'
  return <span title={text}>{text}</span>
}

/** An entry of the transaction history on phones. */
export function TransactionRow({ row }: { row: ReportedTransaction }) {
  return (
    <RecordLine
      to={recordAddress('product', row.product_id)}
      title={row.product_name}
      text={
        <>
          {typeLabels[row.type]} · <Moment at={row.date} as="absolute" />
        </>
      }
      note={row.notes ?? reasonLabel(row.reason) ?? '–'}
      aside={<Signed row={row} />}
    />
  )
}

/**
 * A transfer changes no stock: its quantity has no sign. Units that were only put on hold, or left it, say so, because
 * they aren't in the totals.
 */
function Signed({ row }: { row: ReportedTransaction }) {
  if (row.type === 'transfer') return <Quantity value={row.quantity} />
  return row.on_hand_change === 0 ? <SignedQuantity row={row} /> : <Change value={row.quantity} />
}
