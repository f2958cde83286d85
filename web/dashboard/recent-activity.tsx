import {
  IconAdjustments,
  IconArrowsExchange,
  IconFileImport,
  IconPackageExport,
  IconPackageImport,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { readRecentActivity, type Activity } from '../../contract/dashboard.ts'
import { type AddressedKind, recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { documentLinkOf } from '../stock/documents.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { activityText } from './activity-text.ts'
import { Aged } from './aged.tsx'
import classes from './dashboard.module.css'

/**
 * Recent activity of people, on records and stock. A separate request: if it fails, the rest of the dashboard stays.
 * `besideError`: the figures failed, which is reported already. The same cause isn't reported twice.
 */
export function RecentActivity({ besideError = false }: Readonly<{ besideError?: boolean }>) {
  const { data, error, refetch } = useRead(readRecentActivity, {})
  if (besideError && !data) return null
  return (
    <Card title="Recent Activity" flush>
      {data ? (
        <Lines activity={data.items} />
      ) : error ? (
        <ErrorState error={null} fallback="Failed to load recent changes" onRetry={() => void refetch()} compact />
      ) : (
        <RowSkeletons rows={6} />
      )}
    </Card>
  )
}

function Lines({ activity }: { activity: readonly Activity[] }) {
  if (activity.length === 0) return <EmptyState title="No recent activity" compact />
  return (
    <ul className={classes['list']}>
      {activity.map((one) => (
        <li key={one.id}>
          <Line activity={one} />
        </li>
      ))}
    </ul>
  )
}

function Line({ activity }: { activity: Activity }) {
  const { title, detail } = activityText(activity)
  const to = addressOf(activity)
  const content = (
    <>
      <span className={classes['sign']} aria-hidden>
        <Sign activity={activity} />
      </span>
      <span className={classes['text']}>
        <span className={classes['name']}>{title}</span>
        <Aged text={detail} at={activity.created_at} />
      </span>
    </>
  )
  return to === null ? (
    <span className={classes['row']}>{content}</span>
  ) : (
    <Link to={to} className={classes['row']}>
      {content}
    </Link>
  )
}

/** What the records of a table are shown as. */
const kinds: Readonly<Record<string, AddressedKind>> = {
  stock: 'product',
  products: 'product',
  categories: 'category',
  suppliers: 'supplier',
  purchase_orders: 'purchase_order',
  sales_orders: 'sales_order',
  shipments: 'shipment',
}

/** A line's target: the document that moved the stock, else its record. */
function addressOf({ table_name, record_id, document }: Activity): string | null {
  const link = documentLinkOf(document)
  if (link) return link.to
  const kind = kinds[table_name]
  return kind && record_id !== null ? recordAddress(kind, record_id) : null
}

const sign = { size: 17, stroke: 1.6 } as const

function Sign({ activity: { kind, type, units, held } }: { activity: Activity }) {
  switch (kind) {
    case 'added':
      return <IconPlus {...sign} />
    case 'updated':
    case 'modified':
      return <IconPencil {...sign} />
    case 'deleted':
      return <IconTrash {...sign} />
    case 'imported':
    case 'import_undone':
      return <IconFileImport {...sign} />
    case 'stock':
      if (type === 'transfer') return <IconArrowsExchange {...sign} />
      if (type === 'adjustment') return <IconAdjustments {...sign} />
      return ((units === 0 ? held : units) ?? 0) < 0 ? <IconPackageExport {...sign} /> : <IconPackageImport {...sign} />
  }
}
