import type { Transaction } from '../../contract/transactions.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Moment } from '../ui/moment.tsx'
import { SignedQuantity, TransactionStatus, TypeBadge } from './transaction-columns.tsx'
import { notesText, placeText, userText } from './transaction-text.ts'
import classes from './transactions.module.css'

/** A row of the history as a card, for phones. */
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
      text={row.product_sku ?? 'N/A'}
      badge={<SignedQuantity row={row} />}
    >
      <div className={classes['card']}>
        {notes !== '-' && (
          <p className={classes['notes']} title={notes}>
            {notes}
          </p>
        )}
        <p className={classes['facts']}>
          <Moment at={row.date} as="absolute" /> · {placeText(row)} · {userText(row)}
        </p>
        <div className={classes['foot']}>
          <span className={classes['badges']}>
            <TypeBadge row={row} />
            <TransactionStatus row={row} />
          </span>
          <RowActions of={row.product_name ?? row.id} actions={actions} />
        </div>
      </div>
    </RecordCard>
  )
}
