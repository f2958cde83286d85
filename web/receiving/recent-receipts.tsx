import { Button } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { formatQuantity } from '../../contract/quantity.ts'
import { listReceipts, type ReceiptSummary } from '../../contract/receiving.ts'
import { useInfiniteRead } from '../kit/api.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { units } from '../stock/labels.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './receiving.module.css'

/** What was booked in lately. */
export function RecentReceipts() {
  const list = useInfiniteRead(listReceipts, { limit: 20 })
  return (
    <Card title="Recent Receipts" flush>
      {list.isError && !list.items ? (
        <ErrorState error={list.error} fallback="Failed to load receipts" onRetry={() => void list.refetch()} />
      ) : !list.items ? (
        <RowSkeletons rows={4} />
      ) : list.items.length === 0 ? (
        <EmptyState
          icon={IconPackageImport}
          title="Nothing received yet"
          text="Choose a purchase order above when its goods arrive."
        />
      ) : (
        <ul className={classes['receipts']}>
          {list.items.map((receipt) => (
            <li key={receipt.id}>
              <Row receipt={receipt} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={classes['more']}>
          <Button variant="default" size="compact-md" onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  )
}

function Row({ receipt }: { receipt: ReceiptSummary }) {
  const { id, receipt_no, order_number, supplier_name, received_at, user_reference, is_undone } = receipt
  return (
    <Link to={`/receiving/${id}`} className={classes['receipt']}>
      <span className={classes['names']}>
        <span className={classes['name']}>
          {order_number}, receipt {receipt_no}
        </span>
        <span className={classes['sku']}>{supplier_name}</span>
      </span>
      {is_undone && <StatusBadge tone="grey">Undone</StatusBadge>}
      <span className={classes['units']}>{units(receipt.units, formatQuantity(receipt.units))}</span>
      <span className={classes['when']}>
        <Moment at={received_at} /> by {user_reference}
      </span>
    </Link>
  )
}
