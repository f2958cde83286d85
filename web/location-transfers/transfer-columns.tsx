import { counted } from '../../contract/counted-nouns.ts'
import type { Transfer } from '../../contract/location-transfers.ts'
import type { Column } from '../kit/columns.ts'
import { transferReasonLabels } from '../../contract/reason-labels.ts'
import { transferStatusLabels, transferStatusTones } from '../stock/labels.ts'
import { ProductName } from '../stock/product-name.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './location-transfers.module.css'
import { useTransferAddress } from './use-transfer-address.ts'

export const transferColumns: readonly Column<Transfer>[] = [
  {
    id: 'date',
    header: 'Date',
    cell: (row) => <When row={row} />,
    width: 164,
    narrowWidth: 124,
    wraps: true,
  },
  {
    id: 'product',
    header: 'Product',
    cell: (row) => <ProductName product_id={row.product_id} name={row.product_name} sku={row.product_sku} />,
    minWidth: 160,
    wraps: true,
  },
  { id: 'from', header: 'From', cell: (row) => row.from_location_name, minWidth: 118, wraps: true },
  { id: 'to', header: 'To', cell: (row) => row.to_location_name, minWidth: 118, wraps: true },
  {
    id: 'quantity',
    header: 'Quantity',
    cell: (row) => counted(row.quantity, 'unit'),
    width: 96,
    align: 'right',
  },
  { id: 'status', header: 'Status', cell: (row) => <TransferStatusBadge status={row.status} />, width: 116 },
  {
    id: 'reason',
    header: 'Reason and Notes',
    cell: (row) => <Reason row={row} />,
    minWidth: 144,
    priority: 1,
    wraps: true,
  },
  { id: 'user', header: 'User', cell: (row) => row.user_reference, width: 130, optional: true, priority: 4 },
]

/** When it was entered, linked to the transfer. */
function When({ row }: { row: Transfer }) {
  const addressOf = useTransferAddress()
  return (
    <Link to={addressOf(row.id)} className={classes['when']} data-row-link>
      <Moment at={row.created_at} as="absolute" />
    </Link>
  )
}

function Reason({ row }: { row: Transfer }) {
  const text = reasonText(row)
  return <span title={text}>{text}</span>
}

/** The reason and the notes. */
export function reasonText({ reason, notes }: Transfer): string {
  return [transferReasonLabels[reason], notes].filter(Boolean).join(' · ')
}

/** The status of a transfer in the spec's colors. */
export function TransferStatusBadge({ status }: { status: Transfer['status'] }) {
  return (
    <StatusBadge tone={transferStatusTones[status]} quiet={status === 'completed'}>
      {transferStatusLabels[status]}
    </StatusBadge>
  )
}
