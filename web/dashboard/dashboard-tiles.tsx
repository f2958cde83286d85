import type { ReactNode } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import type { Dashboard } from '../../contract/dashboard.ts'
import { formatMoney } from '../ui/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { mixedStock } from '../../contract/stock-units.ts'
import { StatTile } from '../kit/stat-tile.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './dashboard.module.css'

/** The figures of the company, each leading to its list. */
// oxlint-disable-next-line max-lines-per-function -- a list of tiles
export function DashboardTiles({ dashboard }: { dashboard: Dashboard }) {
  const { products, categories, low, recent_transactions } = dashboard
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
        value={inventoryText(dashboard)}
        note={inventoryNote(dashboard)}
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
              latest <Moment at={newest.date} />
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
        note={`${formatQuantity(sales_orders.pending)} pending`}
        to="/sales-orders"
      />
      <StatTile
        label="Purchase Orders"
        value={formatQuantity(purchase_orders.ordered)}
        note={`ordered, ${formatQuantity(purchase_orders.total)} total`}
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

/** The units of products counted in whole units, or the products in stock if only those can be counted. */
function inventoryText(dashboard: Dashboard): string {
  const { products, out, units, units_have_sum } = dashboard
  if (!units_have_sum) return mixedStock(dashboard)?.units ?? counted(products - out, 'product')
  return units === null ? 'Too large' : formatQuantity(units)
}

/** The products that the units leave out, and the retail value of all. */
function inventoryNote(dashboard: Dashboard): ReactNode {
  const rest = mixedStock(dashboard)?.rest
  if (!rest) return retailNote(dashboard)
  return (
    <>
      {rest}
      <br />
      {retailNote(dashboard)}
    </>
  )
}

/** The retail value, unless it has too many digits to be shown exactly. */
function retailNote({ units, units_have_sum, value_at_price }: Dashboard): string {
  if (units === null && units_have_sum && value_at_price === null)
    return 'units and retail value have more than 15 digits'
  return value_at_price === null
    ? 'retail value has more than 15 digits'
    : `${formatMoney(value_at_price)} retail value`
}
