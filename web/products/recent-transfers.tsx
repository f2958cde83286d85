import { IconArrowRight } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { listTransfers, type Transfer } from '../../contract/location-transfers.ts'
import { useRead } from '../kit/api.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { transferReasonLabels } from '../../contract/reason-labels.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { transferStatusLabels, transferStatusTones } from '../stock/labels.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './recent-transfers.module.css'

const shown = 10
/** More rows than this scroll, and the card says so. */
const rowsInSight = 6

/** The last transfers of a product between its locations. */
export function RecentTransfers({ product_id }: { product_id: string }) {
  const query = useRead(listTransfers, { product_id, limit: shown })
  const transfers = query.data?.items
  const scrolls = transfers !== undefined && transfers.length > rowsInSight
  return (
    <Card
      flush
      title="Recent Transfers"
      reading={!transfers && !query.isError}
      {...(scrolls ? { note: 'scroll for more' } : {})}
      aside={<Link to={`/location-transfers?product=${product_id}`}>All transfers</Link>}
    >
      {!transfers && query.isError && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      {!transfers && !query.isError && <RowSkeletons rows={2} />}
      {transfers?.length === 0 && (
        <EmptyState compact title="No transfers yet" text="Transfers between locations appear here." />
      )}
      {transfers && transfers.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
        <ul
          className={classes['list']}
          data-scrolls={scrolls || undefined}
          aria-label="Recent transfers"
          {...(scrolls ? { tabIndex: 0 } : {})}
        >
          {transfers.map((transfer) => (
            <Row key={transfer.id} transfer={transfer} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ transfer }: { transfer: Transfer }) {
  const { id, from_location_name, to_location_name, reason, status, quantity, created_at } = transfer
  return (
    <li className={classes['row']}>
      <div>
        <Link to={recordAddress('transfer', id)} className={classes['way']}>
          <span title={from_location_name}>{from_location_name}</span>
          <IconArrowRight size={14} stroke={1.8} aria-label="to" role="img" />
          <span title={to_location_name}>{to_location_name}</span>
        </Link>
        <span className={classes['reason']}>{transferReasonLabels[reason]}</span>
      </div>
      <span className={classes['status']}>
        <StatusBadge tone={transferStatusTones[status]} quiet={status === 'completed'}>
          {transferStatusLabels[status]}
        </StatusBadge>
      </span>
      <span className={classes['quantity']}>{counted(quantity, 'unit')}</span>
      <span className={classes['date']}>
        <Moment at={created_at} />
      </span>
    </li>
  )
}
