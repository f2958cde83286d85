import { Button } from '@mantine/core'
import { counted } from '../../contract/counted-nouns.ts'
import type { Transfer } from '../../contract/location-transfers.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './location-transfers.module.css'
import { reasonText, TransferStatusBadge } from './transfer-columns.tsx'
import { useTransferAddress } from './use-transfer-address.ts'

/** A transfer as a card, for phones. */
export function TransferCard({ transfer, actions }: { transfer: Transfer; actions: readonly RowAction[] }) {
  const addressOf = useTransferAddress()
  const next = transfer.status === 'pending' && actions.find(({ quick }) => quick)
  return (
    <RecordCard
      dense
      to={addressOf(transfer.id)}
      title={transfer.product_name}
      text={transfer.product_sku}
      badge={<TransferStatusBadge status={transfer.status} />}
      menu={<RowActions of={transfer.product_name} actions={actions} />}
    >
      <div className={classes['card']}>
        <p className={classes['way']}>
          {counted(transfer.quantity, 'unit')}: {transfer.from_location_name} → {transfer.to_location_name}
        </p>
        <p className={classes['facts']}>
          {/* No-break spaces: a line doesn't begin with a dot. */}
          <Moment at={transfer.created_at} as="absolute" />
          {`\u00a0· ${reasonText(transfer)}\u00a0· ${transfer.user_reference}`}
        </p>
        {next && (
          <Button
            variant="default"
            className={classes['next']}
            leftSection={<next.icon size={16} stroke={1.7} />}
            onClick={next.onClick}
          >
            {next.label}
          </Button>
        )}
      </div>
    </RecordCard>
  )
}
