import type { Transaction } from '../../contract/transactions.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
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
  const product = row.product_name ? recordAddress('product', row.product_id) : null
  // As in the table, where its time leads to everything that moved with it.
  const to = row.posting_id ? recordAddress('posting', row.posting_id) : product
  return (
    <RecordCard
      dense
      {...(to ? { to } : {})}
      title={row.product_name ?? 'Product Not Found'}
      text={row.product_sku ?? 'N/A'}
      badge={<SignedQuantity row={row} />}
      menu={actions.length > 0 && <RowActions of={row.product_name ?? row.id} actions={actions} />}
    >
      <div className={classes['what']}>
        <TypeBadge row={row} />
        {row.status === 'pending' && <TransactionStatus row={row} />}
        <span className={classes['where']} title={locationText(row)}>
          {locationText(row)}
        </span>
      </div>
      {notes !== '-' && (
        <p className={classes['facts']} title={notes}>
          {notes}
        </p>
      )}
      <p className={classes['facts']}>
        {/* No-break space: a line doesn't begin with a dot. */}
        <Moment at={row.date} as="absolute" />
        {`\u00a0· ${userText(row)}`}
      </p>
    </RecordCard>
  )
}
