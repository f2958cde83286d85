import { IconArrowBackUp, IconClipboardCheck } from '@tabler/icons-react'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { listStockCounts, type StockCount } from '../../contract/stock-counts.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListCard } from '../kit/list-card.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { useMay } from '../kit/use-may.ts'
import { undoPosting } from '../stock/undo.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Change } from '../ui/tabular.tsx'
import classes from './stock-counts.module.css'

type RecentCountsProps = Readonly<{ location_id: string; since: string; isBlind: boolean }>

/** What was counted at a location since a day, newest first; a count that found a difference can be undone. */
export function RecentCounts({ location_id, since, isBlind }: RecentCountsProps) {
  const list = useInfiniteRead(listStockCounts, { location_id, since, limit: 20 })
  return (
    <ListCard
      title="Counted"
      list={list}
      rowKey={({ id }) => id}
      fallback="Failed to load counts"
      rows={3}
      empty={<EmptyState compact icon={IconClipboardCheck} title="Nothing counted yet" />}
    >
      {(count) => <Row count={count} isBlind={isBlind} />}
    </ListCard>
  )
}

function Row({ count, isBlind }: { count: StockCount; isBlind: boolean }) {
  const mayWrite = useMay('stock.write') === true
  const { id, product_id, product_name, product_sku, expected, counted, posting_id, is_undone } = count
  // What was expected before an undone count is expected again.
  const hidesExpected = expected === counted || (isBlind && is_undone)
  const undo = async () => {
    try {
      await undoPosting(id)
      toastDone('Count undone')
    } catch (error) {
      toastFailed(error, 'This couldn’t be undone. Please try again.')
    }
  }
  return (
    <div className={classes['counted']}>
      <div className={classes['names']}>
        <Link to={recordAddress('product', product_id)} className={classes['name']}>
          {product_name}
        </Link>
        <span className={classes['quiet']}>{product_sku}</span>
      </div>
      <span className={classes['result']}>
        {is_undone ? (
          <StatusBadge tone="gray">Undone</StatusBadge>
        ) : posting_id === null ? (
          <span className={classes['quiet']}>Matches</span>
        ) : (
          <Change value={roundTo(counted - expected, 4)} />
        )}
        <span>
          {hidesExpected ? formatQuantity(counted) : `${formatQuantity(expected)} → ${formatQuantity(counted)}`}
        </span>
      </span>
      <span className={classes['when']}>
        <Moment at={count.counted_at} as="dated" /> by {count.user_reference}
      </span>
      <div>
        <RowActions
          of={product_name}
          actions={
            posting_id !== null && !is_undone && mayWrite
              ? [{ label: 'Undo count', icon: IconArrowBackUp, quick: true, onClick: () => void undo() }]
              : []
          }
        />
      </div>
    </div>
  )
}
