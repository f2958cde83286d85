import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { readDashboard, type Dashboard } from '../../contract/dashboard.ts'
import { formatMoney } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { StatTile } from '../kit/stat-tile.tsx'
import { useMay } from '../kit/use-may.ts'
import { LedgerAlert } from '../ledger-checks/ledger-alert.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { CategoryBreakdown } from './category-breakdown.tsx'
import classes from './dashboard.module.css'
import { FirstSteps } from './first-steps.tsx'
import { LowStockItems } from './low-stock-items.tsx'
import { NeedsDoing } from './needs-doing.tsx'
import { Operations } from './operations.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

/**
 * Tasks, then the figures, then their details. Two requests, the figures and the recent activity: each is useful
 * without the other. Members who may change settings also load the state of the ledger.
 */
export function DashboardPage() {
  const { data, error, refetch } = useRead(readDashboard, {})
  const maySell = useMay('orders.write') === true
  // Companies without products start elsewhere.
  const sell = maySell && data !== undefined && data.products > 0 && (
    <Button component={Link} to="/sales-orders/new" leftSection={<IconPlus size={16} stroke={2} />}>
      New sales order
    </Button>
  )
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Welcome to your inventory management system" primary={sell} />
      <div className={classes['page']}>
        {data ? (
          <Figures dashboard={data} />
        ) : error ? (
          <>
            <Card>
              <ErrorState error={error} fallback="Failed to load the dashboard" onRetry={() => void refetch()} />
            </Card>
            <RecentActivity />
          </>
        ) : (
          <Loading />
        )}
      </div>
    </>
  )
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { products, recent_orders, recent_transactions, category_breakdown, low_stock } = dashboard
  const isNew = products === 0
  // With its first order a company is at work: tasks come before what could still be set up.
  const hasOrders = dashboard.sales_orders.total + dashboard.purchase_orders.total > 0
  return (
    <>
      <LedgerAlert />
      {hasOrders && !isNew && <NeedsDoing figures={dashboard} />}
      <FirstSteps dashboard={dashboard} />
      {!hasOrders && !isNew && <NeedsDoing figures={dashboard} />}
      <Tiles dashboard={dashboard} />
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

// oxlint-disable-next-line max-lines-per-function -- a list of tiles
function Tiles({ dashboard }: { dashboard: Dashboard }) {
  const { products, categories, units, value_at_price, low, recent_transactions } = dashboard
  const { sales_orders, purchase_orders, shipping, receiving } = dashboard
  const [newest] = recent_transactions
  return (
    <div className={classes['tiles']}>
      <StatTile
        label="Total Products"
        value={formatQuantity(products)}
        note={counted(categories, 'category')}
        to="/products"
      />
      <StatTile
        label="Total Inventory"
        value={formatQuantity(units)}
        note={`${formatMoney(value_at_price)} at price`}
        to="/products"
      />
      <StatTile
        label="Low Stock Items"
        value={formatQuantity(low)}
        note="at or below minimum"
        to="/products?filter=low"
      />
      <StatTile
        label="Recent Transactions"
        value={recentCount(dashboard)}
        note={
          newest ? (
            <>
              in total, newest <Moment at={newest.date} />
            </>
          ) : (
            'none yet'
          )
        }
        to="/transactions"
      />
      <StatTile
        label="Sales Orders"
        value={formatQuantity(sales_orders.total)}
        note={`in total, ${formatQuantity(sales_orders.pending)} pending`}
        to="/sales-orders"
      />
      <StatTile
        label="Purchase Orders"
        value={formatQuantity(purchase_orders.ordered)}
        note={`with status Ordered, ${formatQuantity(purchase_orders.total)} in total`}
        to="/purchase-orders?status=ordered"
      />
      <StatTile
        label="Pending Shipments"
        value={formatQuantity(shipping.pending)}
        note={`${formatQuantity(shipping.in_transit)} in transit`}
        to="/shipping?status=pending"
      />
      <StatTile
        label="Items to Receive"
        value={formatQuantity(receiving.to_receive)}
        note={`from ${counted(receiving.suppliers, 'supplier')}`}
        to="/receiving"
      />
    </div>
  )
}

/** The spec counts the newest up to five; a plus shows that there are more. */
function recentCount({ recent_transaction_count: count, recent_transactions }: Dashboard): string {
  return recent_transactions.length > count ? `${formatQuantity(count)}+` : formatQuantity(count)
}

const cards = [
  ['categories', 'Category Breakdown'],
  ['low', 'Low Stock Items'],
  ['orders', 'Recent Orders'],
  ['transactions', 'Recent Transactions'],
] as const

/** The loading content, with its final height, so that nothing jumps. */
function Loading() {
  return (
    <>
      <div className={classes['needs']} aria-hidden>
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} className={classes['pending']} />
        ))}
      </div>
      <div className={classes['tiles']}>
        <StatTile label="Total Products" value={undefined} note={nothing} to="/products" />
        <StatTile label="Total Inventory" value={undefined} note={nothing} to="/products" />
        <StatTile label="Low Stock Items" value={undefined} note={nothing} to="/products?filter=low" />
        <StatTile label="Recent Transactions" value={undefined} note={nothing} to="/transactions" />
        <StatTile label="Sales Orders" value={undefined} note={nothing} to="/sales-orders" />
        <StatTile label="Purchase Orders" value={undefined} note={nothing} to="/purchase-orders?status=ordered" />
        <StatTile label="Pending Shipments" value={undefined} note={nothing} to="/shipping?status=pending" />
        <StatTile label="Items to Receive" value={undefined} note={nothing} to="/receiving" />
      </div>
      <section>
        <h2 className={classes['section']}>Orders & Operations</h2>
        <div className={classes['operations']}>
          {['Sales orders', 'Purchase orders', 'Shipping', 'Receiving'].map((title) => (
            <Card key={title} title={title} flush>
              <RowSkeletons rows={4} />
            </Card>
          ))}
        </div>
      </section>
      <div className={classes['cards']}>
        {cards.map(([area, title]) => (
          <div key={area} className={classes[area]}>
            <Card title={title} flush>
              <RowSkeletons rows={6} />
            </Card>
          </div>
        ))}
        <div className={classes['activity']}>
          <RecentActivity />
        </div>
      </div>
    </>
  )
}

/** Keeps a line's room. */
const nothing = '\u00a0'
