import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPackageImport, IconTruckDelivery } from '@tabler/icons-react'
import type { Dashboard } from '../../contract/dashboard.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import classes from './dashboard.module.css'

type NeedsDoingProps = Pick<Dashboard, 'low' | 'out' | 'receiving'> & Pick<Dashboard['sales_orders'], 'to_ship'>

/** What needs doing, before any figure: what is low, what waits to be received, and what waits to be shipped. */
export function NeedsDoing({ low, out, receiving, to_ship }: NeedsDoingProps) {
  return (
    <div className={classes['needs']}>
      <Low low={low} out={out} />
      {receiving.orders > 0 && <ToReceive {...receiving} />}
      {to_ship > 0 && <ToShip orders={to_ship} />}
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

function ToShip({ orders }: { orders: number }) {
  const mayShip = useMay('shipping.write') === true
  return (
    <div className={classes['attention']} data-tone="amber">
      <span className={classes['attentionSign']} aria-hidden>
        <IconTruckDelivery size={20} stroke={1.7} />
      </span>
      <p className={classes['attentionText']}>
        <strong>{orders === 1 ? '1 order to ship' : `${formatQuantity(orders)} orders to ship`}</strong>
        <span className={classes['quiet']}>Waiting for a shipment</span>
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
          <strong>Nothing is low</strong>
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
  if (out === low) return low === 1 ? 'It is out of stock' : 'All of them are out of stock'
  return `${formatQuantity(out)} of them out of stock`
}
