import { Skeleton } from '@mantine/core'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { StatTile } from '../kit/stat-tile.tsx'
import { Card } from '../ui/card.tsx'
import classes from './dashboard.module.css'
import { RecentActivity } from './recent-activity.tsx'
import tasks from './to-do.module.css'

const cards = [
  ['categories', 'Category Breakdown'],
  ['low', 'Low Stock Items'],
  ['orders', 'Recent Orders'],
  ['transactions', 'Recent Transactions'],
] as const

/** The loading content, with its final height, so that nothing jumps. */
export function DashboardLoading() {
  return (
    <>
      <div className={tasks['list']} aria-hidden>
        {[1, 2, 3].map((index) => (
          <div key={index} className={tasks['task']}>
            <Skeleton width="2.25rem" height="2.25rem" />
            <Skeleton width="45%" height="0.75rem" />
          </div>
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
