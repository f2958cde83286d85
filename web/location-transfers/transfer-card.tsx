import { formatQuantity } from '../../contract/quantity.ts'
import type { Transfer } from '../../contract/transfers.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { transferReasonLabels, units } from '../stock/labels.ts'
import { Moment } from '../ui/moment.tsx'
import classes from './location-transfers.module.css'
import { TransferStatusBadge } from './transfer-columns.tsx'

/** A transfer as a card, for phones. */
export function TransferCard({ transfer, actions }: { transfer: Transfer; actions: readonly RowAction[] }) {
  return (
    <RecordCard
      to={`/products/${transfer.product_id}`}
      title={transfer.product_name}
      text={transfer.product_sku}
      badge={<TransferStatusBadge status={transfer.status} />}
    >
      <p className={classes['way']}>
        {units(transfer.quantity, formatQuantity(transfer.quantity))}: {transfer.from_location_name} →{' '}
        {transfer.to_location_name}
      </p>
      {transfer.notes && <p className={classes['notes']}>{transfer.notes}</p>}
      <div className={classes['foot']}>
        <span>
          <Moment at={transfer.created_at} as="absolute" /> · {transferReasonLabels[transfer.reason]}
        </span>
        <RowActions of={transfer.product_name} actions={actions} />
      </div>
    </RecordCard>
  )
}
