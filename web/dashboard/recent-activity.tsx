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
import type { ReactNode } from 'react'
import type { Activity } from '../../contract/dashboard.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { activityText } from './activity-text.ts'
import classes from './dashboard.module.css'

/** What people did lately, to records and to stock. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <Card title="Recent Activity" flush>
      {activity.length === 0 ? (
        <EmptyState title="No recent activity" compact />
      ) : (
        <ul className={classes['list']}>
          {activity.map((one) => (
            <li key={one.id}>
              <Line activity={one} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ activity }: { activity: Activity }) {
  const { title, detail } = activityText(activity)
  const content: ReactNode = (
    <>
      <span className={classes['sign']} aria-hidden>
        <Sign activity={activity} />
      </span>
      <span className={classes['text']}>
        <span className={classes['name']}>{title}</span>
        <span className={classes['quiet']}>
          {detail !== '' && `${detail} · `}
          <Moment at={activity.created_at} />
        </span>
      </span>
    </>
  )
  return activity.product_id === null ? (
    <span className={classes['row']}>{content}</span>
  ) : (
    <Link to={`/products/${activity.product_id}`} className={classes['row']}>
      {content}
    </Link>
  )
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
