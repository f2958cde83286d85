import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPackageImport, IconTruckDelivery } from '@tabler/icons-react'
import type { Dashboard } from '../../contract/dashboard.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import classes from './dashboard.module.css'

type NeedsDoingProps = Pick<Dashboard, 'low' | 'out' | 'receiving' | 'sales_orders'>

/** What needs doing, before any figure: what is low, what waits to be received, and what can be shipped. */
export function NeedsDoing({ low, out, receiving, sales_orders }: NeedsDoingProps) {
  return (
    <div className={classes['needs']}>
      <Low low={low} out={out} />
      {receiving.orders > 0 && <ToReceive {...receiving} />}
      {sales_orders.to_ship > 0 && <ToShip {...sales_orders} />}
    </div>
  )
}

function ToReceive({ orders, to_receive, late }: Dashboard['receiving']) {
  const mayReceive = useMay('receiving.write') === true
  const lines = `${formatQuantity(to_receive)} ${to_receive === 1 ? 'item' : 'items'} in all`
  return (
    <div className={classes['attention']} data-tone={late > 0 ? 'red' : 'amber'}>
      <span className={classes['attentionSign']} aria-hidden>
        <IconPackageImport size={20} stroke={1.7} />
      </span>
      <p className={classes['attentionText']}>
        <strong>{orders === 1 ? '1 order to receive' : `${formatQuantity(orders)} orders to receive`}</strong>
        <span className={classes['quiet']}>{late > 0 ? `${formatQuantity(late)} late, ${lines}` : lines}</span>
      </p>
      {mayReceive && (
        <Button component={Link} to="/receiving" variant="default">
          Receive
        </Button>
      )}
    </div>
  )
}

function ToShip({ to_ship, partly_ready, waiting }: Dashboard['sales_orders']) {
  const mayShip = useMay('shipping.write') === true
  const parts = [
    partly_ready > 0 ? `${formatQuantity(partly_ready)} partly ready` : 'All ready',
    waiting > 0 && `${formatQuantity(waiting)} more waiting for stock`,
  ]
  return (
    <div className={classes['attention']} data-tone="amber">
      <span className={classes['attentionSign']} aria-hidden>
        <IconTruckDelivery size={20} stroke={1.7} />
      </span>
      <p className={classes['attentionText']}>
        <strong>{to_ship === 1 ? '1 order to ship' : `${formatQuantity(to_ship)} orders to ship`}</strong>
        <span className={classes['quiet']}>{parts.filter(Boolean).join(' · ')}</span>
      </p>
      {mayShip && (
        <Button component={Link} to="/shipping?add=1" variant="default">
          Ship
        </Button>
      )}
    </div>
  )
}

/** What is low. Says so, too, when nothing is. */
function Low({ low, out }: Pick<Dashboard, 'low' | 'out'>) {
  if (low === 0) {
    return (
      <div className={classes['attention']} data-tone="green">
        <span className={classes['attentionSign']} aria-hidden>
          <IconCircleCheck size={20} stroke={1.7} />
        </span>
        <p className={classes['attentionText']}>
          <strong>No low stock</strong>
          <span className={classes['quiet']}>Every product is above its minimum</span>
        </p>
      </div>
    )
  }
  return (
    <div className={classes['attention']} data-tone={out > 0 ? 'red' : 'amber'}>
      <span className={classes['attentionSign']} aria-hidden>
        <IconAlertTriangle size={20} stroke={1.7} />
      </span>
      <p className={classes['attentionText']}>
        <strong>{low === 1 ? '1 product is low' : `${formatQuantity(low)} products are low`}</strong>
        <span className={classes['quiet']}>{outText(low, out)}</span>
      </p>
      <Button component={Link} to="/products?filter=low" variant="default">
        Review
      </Button>
    </div>
  )
}

function outText(low: number, out: number): string {
  if (out === 0) return 'None of them is out of stock'
  if (out === low) return low === 1 ? 'It’s out of stock' : 'All of them are out of stock'
  return `${formatQuantity(out)} of them out of stock`
}
