import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { byCount, counted } from '../../contract/counted-nouns.ts'
import { deliverSalesOrders } from '../../contract/sales-deliveries.ts'
import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useMay } from '../kit/use-may.ts'

/** Marks the shipped ones of the selected orders as delivered; `onDone` follows when they are. */
export function MarkDelivered({ orders, onDone }: { orders: readonly SalesOrderSummary[]; onDone: () => void }) {
  const mayOrder = useMay(deliverSalesOrders) === true
  const shipped = orders.filter((order) => order.status === 'shipped' && !order.concerns_other_locations)
  if (!mayOrder || shipped.length === 0) return null
  return (
    <Button
      size="compact-md"
      leftSection={<IconCircleCheck size={15} stroke={1.8} />}
      onClick={() => void deliver(shipped, orders.length - shipped.length).then((isDone) => isDone && onDone())}
    >
      Mark as Delivered
    </Button>
  )
}

async function deliver(orders: readonly SalesOrderSummary[], others: number): Promise<boolean> {
  const count = counted(orders.length, 'order')
  const rest = byCount(others, {
    one: ' {count} other selected order stays as it is.',
    other: ' {count} other selected orders stay as they are.',
  })
  const sure = await confirm({
    title: `Mark ${count} as delivered?`,
    text: `Shipments in transit are marked as delivered, too.${others > 0 ? rest : ''}`,
    confirmLabel: 'Mark as Delivered',
  })
  if (!sure) return false
  try {
    await act(deliverSalesOrders, { orders: orders.map(({ id, version }) => ({ id, version })) })
    toastDone(byCount(orders.length, { one: '{count} order is delivered', other: '{count} orders are delivered' }))
    return true
  } catch (error) {
    toastFailed(error, 'Failed to update the orders')
    return false
  }
}
