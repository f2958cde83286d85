import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { readDashboard } from '../../contract/dashboard.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { useIsLimited, useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { DashboardFigures } from './dashboard-figures.tsx'
import { DashboardLoading } from './dashboard-loading.tsx'
import classes from './dashboard.module.css'
import { RecentActivity } from './recent-activity.tsx'

/**
 * Tasks, then the figures, then their details. Two requests, the figures and the recent activity: each is useful
 * without the other. Members who may change settings also load the state of the ledger.
 */
export function DashboardPage() {
  const { data, error, refetch } = useRead(readDashboard, {})
  const isLimited = useIsLimited()
  const maySell = useMay('orders.write') === true
  // Companies without products start elsewhere.
  const sell = maySell && data !== undefined && data.products > 0 && (
    <Button component={Link} to="/sales-orders/new" leftSection={<IconPlus size={16} stroke={2} />}>
      Create sales order
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={
          isLimited ? 'Figures are for the locations you have access to' : 'Welcome to your inventory management system'
        }
        primary={sell}
      />
      <div className={classes['page']}>
        {data ? (
          <DashboardFigures dashboard={data} />
        ) : error ? (
          <>
            <Card>
              <ErrorState error={error} fallback="Failed to load the dashboard" onRetry={() => void refetch()} />
            </Card>
            <RecentActivity besideError />
          </>
        ) : (
          <DashboardLoading />
        )}
      </div>
    </>
  )
}
