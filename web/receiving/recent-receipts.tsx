import { IconArrowBackUp, IconPackageImport, IconPrinter, IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { summedGoods } from '../../contract/counted-goods.ts'
import { listReceipts, type ReceiptSummary } from '../../contract/receiving.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListCard } from '../kit/list-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { useIsLimited, useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { print, undoReceipt } from './receipt-actions.ts'
import { ReceiptLabelsDialog } from './receipt-labels-dialog.tsx'
import classes from './receiving.module.css'

/** The latest receipts. */
export function RecentReceipts() {
  const list = useInfiniteRead(listReceipts, { limit: 20 })
  const [labeled, printLabels] = useState<ReceiptSummary | null>(null)
  const empty = (
    <EmptyState
      icon={IconPackageImport}
      title="Nothing received yet"
      text="Choose a purchase order above when its items arrive."
    />
  )
  return (
    <>
      <ListCard
        title="Recent Receipts"
        list={list}
        rowKey={({ id }) => id}
        fallback="Failed to load receipts"
        rows={4}
        empty={empty}
      >
        {(receipt) => <Row receipt={receipt} onLabels={() => printLabels(receipt)} />}
      </ListCard>
      {labeled && <ReceiptLabelsDialog receipt={labeled} opened onClose={() => printLabels(null)} />}
    </>
  )
}

function Row({ receipt, onLabels }: { receipt: ReceiptSummary; onLabels: () => void }) {
  const mayReceive = useMay('receiving.write') === true
  const isLimited = useIsLimited()
  const name = `${receipt.order_number}, receipt ${receipt.receipt_no}`
  const actions: RowAction[] = [
    { label: 'Print', icon: IconPrinter, onClick: () => void print(receipt) },
    ...(receipt.is_undone ? [] : [{ label: 'Print Labels', icon: IconTag, onClick: onLabels }]),
    // A receipt can include goods for other locations, which limited members can't undo: its page knows.
    ...(mayReceive && !isLimited && !receipt.is_undone
      ? [{ label: 'Undo receipt', icon: IconArrowBackUp, danger: true, onClick: () => void undoReceipt(receipt) }]
      : []),
  ]
  return (
    <div className={classes['receiptRow']}>
      <ReceiptLink receipt={receipt} />
      <RowActions of={name} actions={actions} />
    </div>
  )
}

function ReceiptLink({ receipt }: { receipt: ReceiptSummary }) {
  const { id, receipt_no, order_number, supplier_name, received_at, user_reference, is_undone } = receipt
  return (
    <Link to={recordAddress('receipt', id)} className={classes['receipt']}>
      <span className={classes['names']}>
        <span className={classes['name']}>
          {order_number}, receipt {receipt_no}
        </span>
        <span className={classes['sku']}>{supplier_name}</span>
      </span>
      {is_undone && <StatusBadge tone="gray">Undone</StatusBadge>}
      <span className={classes['units']}>{summedGoods(receipt)}</span>
      <span className={classes['when']}>
        <Moment at={received_at} as="dated" /> by {user_reference}
      </span>
    </Link>
  )
}
