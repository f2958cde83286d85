import { byCount, counted } from '../../contract/counted-nouns.ts'
import type { Dashboard } from '../../contract/dashboard.ts'
import type { Permission } from '../../contract/permissions.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { openOption } from '../orders/list-filters.ts'

export type ToDoKind = 'pay' | 'receive' | 'ship' | 'reorder' | 'place' | 'wait'

export type ToDo = Readonly<{
  kind: ToDoKind
  /** How urgent it is: red is late, overdue or out of stock. */
  tone: 'red' | 'amber' | 'gray'
  title: string
  detail: string
  /** The button, for members with the permission; others are led to the list. */
  action: string
  to: string
  needs: Permission
  list: string
}>

export type ToDoFigures = Pick<
  Dashboard,
  'low' | 'out' | 'receiving' | 'sales_orders' | 'purchase_orders' | 'supplier_payments'
>

/** Current tasks, the most urgent first: only from figures that the dashboard loads anyway. */
export function toDosOf(figures: ToDoFigures): readonly ToDo[] {
  const tasks = [toReceive(figures), toShip(figures), toReorder(figures), toPay(figures), toPlace(figures)]
  const found = tasks.filter((one) => one !== null)
  return found.toSorted((one, other) => Number(other.tone === 'red') - Number(one.tone === 'red'))
}

function toReceive({ receiving: { orders, to_receive, late } }: ToDoFigures): ToDo | null {
  if (orders === 0) return null
  const items = `${counted(to_receive, 'item')} to receive`
  return {
    kind: 'receive',
    tone: late > 0 ? 'red' : 'amber',
    title:
      late > 0
        ? byCount(late, { one: '{count} delivery is late', other: '{count} deliveries are late' })
        : `${counted(orders, 'delivery')} expected`,
    detail: late > 0 ? `${counted(orders, 'open order')}, ${items}` : items,
    action: 'Receive',
    to: '/receiving',
    needs: 'receiving.write',
    list: `/purchase-orders?status=${openOption.value}&sort=expected_date`,
  }
}

const openSales = `/sales-orders?status=${openOption.value}`

function toShip({ sales_orders: { to_ship, partly_ready, waiting } }: ToDoFigures): ToDo | null {
  const isWaiting = waiting > 0 && `${formatQuantity(waiting)} more waiting for stock`
  if (to_ship === 0) {
    if (waiting === 0) return null
    return {
      kind: 'wait',
      tone: 'gray',
      title: byCount(waiting, {
        one: '{count} order is waiting for stock',
        other: '{count} orders are waiting for stock',
      }),
      detail: 'None of their items can ship yet',
      action: 'View',
      to: openSales,
      needs: 'orders.read',
      list: openSales,
    }
  }
  const parts = [
    partly_ready > 0 ? `${formatQuantity(partly_ready)} only partly in stock` : 'all lines reserved',
    isWaiting,
  ]
  return {
    kind: 'ship',
    tone: 'amber',
    title: `${counted(to_ship, 'order')} ready to ship`,
    detail: parts.filter(Boolean).join(' · '),
    action: 'Ship',
    to: '/shipping?add=1',
    needs: 'shipping.write',
    list: openSales,
  }
}

function toReorder({ low, out }: ToDoFigures): ToDo | null {
  if (low === 0) return null
  return {
    kind: 'reorder',
    tone: out > 0 ? 'red' : 'amber',
    title:
      out > 0
        ? byCount(out, { one: '{count} product is out of stock', other: '{count} products are out of stock' })
        : byCount(low, { one: '{count} product is low', other: '{count} products are low' }),
    detail:
      out === 0
        ? 'At or below minimum'
        : low === out
          ? 'Nothing else is low'
          : `${formatQuantity(low - out)} more at or below minimum`,
    action: 'Review',
    to: '/products?filter=low',
    needs: 'catalogue.read',
    list: '/products?filter=low',
  }
}

function toPay({ supplier_payments: { due, overdue } }: ToDoFigures): ToDo | null {
  if (due === 0) return null
  const list = '/purchase-orders?payment=due&sort=payment_due_date'
  return {
    kind: 'pay',
    tone: overdue > 0 ? 'red' : 'amber',
    title:
      overdue > 0
        ? byCount(overdue, { one: '{count} payment is overdue', other: '{count} payments are overdue' })
        : byCount(due, { one: '{count} payment due within a week', other: '{count} payments due within a week' }),
    detail:
      overdue > 0 && due > overdue
        ? `${formatQuantity(due - overdue)} more due within a week`
        : 'To suppliers, for goods received',
    action: 'Review',
    to: list,
    needs: 'orders.read',
    list,
  }
}

function toPlace({ purchase_orders: { draft } }: ToDoFigures): ToDo | null {
  if (draft === 0) return null
  return {
    kind: 'place',
    tone: 'gray',
    title: `${counted(draft, 'draft purchase order')} to place`,
    detail: 'Not sent to suppliers yet',
    action: 'Review',
    to: '/purchase-orders?status=draft',
    needs: 'orders.read',
    list: '/purchase-orders?status=draft',
  }
}
