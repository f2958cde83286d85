import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { readTransfer, type Transfer } from '../../contract/location-transfers.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { transferReasonLabels } from '../../contract/reason-labels.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './location-transfers.module.css'
import { TransferStatusBadge } from './transfer-columns.tsx'

type TransferPanelProps = Readonly<{
  /** '' keeps the panel closed. */
  transfer_id: string
  actionsOf: (transfer: Transfer) => readonly RowAction[]
  onClose: () => void
}>

/** One transfer, as stock movements link to it, with its actions. */
export function TransferPanel({ transfer_id, actionsOf, onClose }: TransferPanelProps) {
  const { data: transfer, ...query } = useRead(readTransfer, { transfer_id }, { enabled: transfer_id !== '' })
  return (
    <Panel
      title={transfer ? `${formatQuantity(transfer.quantity)} × ${transfer.product_name}` : 'Transfer'}
      {...(transfer ? { badge: <TransferStatusBadge status={transfer.status} /> } : {})}
      opened={transfer_id !== ''}
      onClose={onClose}
    >
      <div className={classes['panel']}>
        {!transfer &&
          (query.error ? (
            <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <RowSkeletons rows={5} />
          ))}
        {transfer && (
          <>
            <p className={classes['way']}>
              {transfer.from_location_name} → {transfer.to_location_name}
            </p>
            <div className={classes['panelActions']}>
              {actionsOf(transfer).map(({ label, icon: Icon, onClick, danger, quick, refusal }) =>
                refusal ? (
                  <p key={label} className={classes['facts']}>
                    {refusal}
                  </p>
                ) : (
                  <Button
                    key={label}
                    // Goods in transit wait to be received; undoing a transfer isn't a next step.
                    variant={quick && transfer.status === 'pending' ? 'filled' : 'default'}
                    leftSection={<Icon size={16} stroke={1.6} />}
                    onClick={onClick}
                    {...(danger ? { c: 'var(--oh-red)' } : {})}
                  >
                    {quick && transfer.status === 'pending' ? `${label} ${counted(transfer.quantity, 'unit')}` : label}
                  </Button>
                ),
              )}
            </div>
            <DescriptionList items={facts(transfer)} />
            <Comments plain record_type="transfer" record_id={transfer.id} />
            <RecordHistory plain record_id={transfer.id} />
          </>
        )}
      </div>
    </Panel>
  )
}

function facts({ status, notes, reason, ...transfer }: Transfer): readonly (readonly [string, ReactNode])[] {
  const { created_at, closed_at } = transfer
  // An immediate transfer is received when it is created.
  const closed = closed_at !== created_at && closed_at
  return [
    [
      'Product',
      <Link
        key="product"
        to={recordAddress('product', transfer.product_id)}
      >{`${transfer.product_name} ${transfer.product_sku}`}</Link>,
    ],
    ['Reason', transferReasonLabels[reason]],
    ...(notes ? ([['Notes', notes]] as const) : []),
    [
      'Created',
      <span key="created">
        <Moment at={created_at} as="absolute" /> by {transfer.user_reference}
      </span>,
    ],
    ...(closed
      ? ([
          [status === 'cancelled' ? 'Cancelled' : 'Received', <Moment key="closed" at={closed} as="absolute" />],
        ] as const)
      : []),
  ]
}
