import { sumAmounts } from '../../contract/money.ts'
import { formatMoney, lineAmount } from '../ui/money.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'

type Cancelled = Pick<PurchaseOrder, 'status' | 'paid_amount'> & {
  lines: readonly Pick<
    PurchaseOrder['lines'][number],
    'received_quantity' | 'over_delivered_quantity' | 'unit_price' | 'amount_decimals'
  >[]
}

/** What cancelling an order does to its incoming units and to the money that one side then owes. */
export function cancelEffects(order: Cancelled): string {
  const units = isOpen(order.status) ? 'Outstanding units are no longer incoming.' : 'The draft is closed.'
  return [units, moneyEffect(order), 'This can’t be undone.'].filter(Boolean).join(' ')
}

/** The same sums as the server's (`amountDue`): only what was received is owed. */
function moneyEffect({ lines, paid_amount }: Cancelled): string {
  const received = sumAmounts(
    lines.flatMap((line) => [lineAmount(line.received_quantity, line), lineAmount(line.over_delivered_quantity, line)]),
  )
  const due = sumAmounts([received, -paid_amount])
  if (received === 0 && paid_amount === 0) return ''
  if (received === 0) return `The supplier owes you the ${formatMoney(paid_amount)} you paid.`
  const came = `Units worth ${formatMoney(received)} were received`
  if (paid_amount === 0) return `${came}, so ${formatMoney(due)} is still due.`
  if (due === 0) return `${came} and are paid.`
  return due > 0
    ? `${came} and ${formatMoney(paid_amount)} was paid, so ${formatMoney(due)} is still due.`
    : `${came} and ${formatMoney(paid_amount)} was paid, so the supplier owes you ${formatMoney(-due)}.`
}
