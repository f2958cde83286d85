import { Button } from '@mantine/core'
import { counted } from '../../contract/counted-nouns.ts'
import { readTransfer, type Transfer } from '../../contract/location-transfers.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { transferReasonLabels } from '../../contract/reason-labels.ts'
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
    <Panel title="Transfer" opened={transfer_id !== ''} onClose={onClose}>
      <div className={classes['panel']}>
        {!transfer &&
          (query.error ? (
            <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <RowSkeletons rows={5} />
          ))}
        {transfer && (
          <>
            <DescriptionList items={facts(transfer)} />
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
                    {label}
                  </Button>
                ),
              )}
            </div>
            <Comments plain record_type="transfer" record_id={transfer.id} />
            <RecordHistory plain record_id={transfer.id} />
          </>
        )}
      </div>
    </Panel>
  )
}

function facts(transfer: Transfer): [string, React.ReactNode][] {
  const { quantity, from_location_name, to_location_name, created_at, closed_at, status, notes, reason } = transfer
  return [
    [
      'Product',
      <Link
        key="product"
        to={`/products/${transfer.product_id}`}
      >{`${transfer.product_name} ${transfer.product_sku}`}</Link>,
    ],
    ['Quantity', counted(quantity, 'unit')],
    ['From', from_location_name],
    ['To', to_location_name],
    ['Status', <TransferStatusBadge key="status" status={status} />],
    ['Reason', transferReasonLabels[reason]],
    ['Notes', notes],
    ['Entered', <Moment key="created" at={created_at} as="absolute" />],
    ['By', transfer.user_reference],
    ...(closed_at
      ? ([['Closed', <Moment key="closed" at={closed_at} as="absolute" />]] as [string, React.ReactNode][])
      : []),
  ]
}
