import type { Transaction } from '../../contract/transactions.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Moment } from '../ui/moment.tsx'
import { SignedQuantity, TransactionStatus, TypeBadge } from './transaction-columns.tsx'
import { notesText, locationText, userText } from './transaction-text.ts'
import classes from './transactions.module.css'

/** A row of the history as a card, for phones: completed ones show no status. */
export function TransactionCard({
  transaction: row,
  actions,
}: {
  transaction: Transaction
  actions: readonly RowAction[]
}) {
  const notes = notesText(row)
  return (
    <RecordCard
      dense
      {...(row.product_name ? { to: `/products/${row.product_id}` } : {})}
      title={row.product_name ?? 'Product Not Found'}
      text={
        <span className={classes['text']} title={notes}>
          {[row.product_sku ?? 'N/A', ...(notes === '-' ? [] : [notes])].join(' · ')}
        </span>
      }
      badge={<SignedQuantity row={row} />}
    >
      <div className={classes['foot']}>
        <span className={classes['badges']}>
          <TypeBadge row={row} />
          {row.status === 'pending' && <TransactionStatus row={row} />}
        </span>
        <p className={classes['facts']}>
          {/* No-break spaces: a line doesn't begin with a dot. */}
          <Moment at={row.date} as="absolute" />
          {`\u00a0· ${locationText(row)}\u00a0· ${userText(row)}`}
        </p>
        <RowActions of={row.product_name ?? row.id} actions={actions} />
      </div>
    </RecordCard>
  )
}
