import type { Dashboard } from '../../contract/dashboard.ts'
import { LedgerAlert } from '../ledger-checks/ledger-alert.tsx'
import { CategoryBreakdown } from './category-breakdown.tsx'
import { DashboardTiles } from './dashboard-tiles.tsx'
import classes from './dashboard.module.css'
import { FirstSteps } from './first-steps.tsx'
import { LowStockItems } from './low-stock-items.tsx'
import { ToDoList } from './to-do-list.tsx'
import { Operations } from './operations.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

/** Tasks, figures and details of a company. */
export function DashboardFigures({ dashboard }: { dashboard: Dashboard }) {
  const { products, recent_orders, recent_transactions, category_breakdown, low_stock } = dashboard
  const isNew = products === 0
  // With its first order a company is at work: tasks come before what could still be set up.
  const hasOrders = dashboard.sales_orders.total + dashboard.purchase_orders.total > 0
  return (
    <>
      <LedgerAlert />
      {hasOrders && !isNew && <ToDoList figures={dashboard} />}
      <FirstSteps dashboard={dashboard} />
      {!hasOrders && !isNew && <ToDoList figures={dashboard} />}
      <DashboardTiles dashboard={dashboard} />
      {!isNew && <Operations {...dashboard} />}
      {isNew && recent_orders.length + recent_transactions.length === 0 ? (
        <RecentActivity />
      ) : (
        <div className={classes['cards']}>
          <div className={classes['categories']}>
            <CategoryBreakdown breakdown={category_breakdown} total={products} />
          </div>
          <div className={classes['low']}>
            <LowStockItems products={low_stock} />
          </div>
          <div className={classes['orders']}>
            <RecentOrders orders={recent_orders} />
          </div>
          <div className={classes['transactions']}>
            <RecentTransactions transactions={recent_transactions} />
          </div>
          <div className={classes['activity']}>
            <RecentActivity />
          </div>
        </div>
      )}
    </>
  )
}
