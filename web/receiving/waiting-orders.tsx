import { Button } from '@mantine/core'
import { counted } from '../../contract/counted-nouns.ts'
import { createPurchaseOrder, listPurchaseOrders, type PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListCard } from '../kit/list-card.tsx'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { dayText } from '../ui/day-text.ts'
import classes from './receiving.module.css'

/** The open purchase orders, the first due on top: a tap starts receiving one. */
export function WaitingOrders() {
  const mayOrder = useMay(createPurchaseOrder) === true
  const list = useInfiniteRead(listPurchaseOrders, { open: 'true', sort: 'expected_date', limit: 10 })
  return (
    <ListCard
      title="Expected"
      list={list}
      rowKey={({ id }) => id}
      fallback="Failed to load purchase orders"
      rows={3}
      empty={
        <EmptyState
          compact
          title="No deliveries expected"
          text="Purchase orders are listed here until everything has arrived."
          action={
            mayOrder ? (
              <Button component={Link} to="/purchase-orders/new" variant="default">
                Create Purchase Order
              </Button>
            ) : undefined
          }
        />
      }
    >
      {(order) => <Row order={order} />}
    </ListCard>
  )
}

function Row({
  order: { id, order_number, supplier_name, open_lines, expected_date, is_late },
}: {
  order: PurchaseOrderSummary
}) {
  return (
    <Link to={`/receiving?order=${id}`} className={classes['receipt']}>
      <span className={classes['names']}>
        <span className={classes['name']}>{order_number}</span>
        <span className={classes['sku']}>{supplier_name}</span>
      </span>
      <span className={classes['units']}>{counted(open_lines, 'item')}</span>
      <span className={classes['when']} data-late={is_late || undefined}>
        {expected_date === null ? 'No date' : `${is_late ? 'Late, due' : 'Due'} ${dayText(expected_date)}`}
      </span>
    </Link>
  )
}
