import { sumAmounts } from '../../contract/money.ts'
import { formatMoney } from '../ui/money.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { AmountField, PaymentDetails, useMoneyForm } from './payment-details.tsx'
import classes from './sales-orders.module.css'

type PaymentDialogProps = Readonly<{ order: SalesOrder; opened: boolean; onClose: () => void }>

/** How far an amount exceeds the balance due of an order. */
function beyond({ amount_due }: SalesOrder, amount: number | string): number {
  return typeof amount === 'number' ? Math.max(0, sumAmounts([amount, -amount_due])) : 0
}

/** Records a payment for an order. */
export function PaymentDialog({ order, opened, onClose }: PaymentDialogProps) {
  return (
    <Dialog title="Add Payment" opened={opened} onClose={onClose}>
      <PaymentForm order={order} onClose={onClose} />
    </Dialog>
  )
}

function PaymentForm({ order, onClose }: Omit<PaymentDialogProps, 'opened'>) {
  const missing = order.amount_due
  const state = useMoneyForm(addPayment, {
    order,
    amount: missing > 0 ? missing : '',
    fallback: 'Failed to process payment',
    taken:
      'A payment was already recorded from this form, with what you entered before. Check it first. Add Payment adds a second one.',
    recorded: ({ refund_due, status }, amount) => {
      const refund = formatMoney(refund_due)
      const over = status === 'cancelled' ? `. Refund due: ${refund}` : `: ${refund} more than its total`
      return `${formatMoney(amount)} recorded for ${order.order_number}${refund_due > 0 ? over : ''}`
    },
    undone: 'The payment was undone',
    onClose,
  })
  const { field, values } = state
  const over = beyond(order, values.amount)
  return (
    <CommandForm state={state} submitLabel="Add Payment" onCancel={onClose}>
      <AmountField
        field={field}
        description={
          <span role="status" className={over > 0 ? classes['short'] : undefined}>
            {order.status === 'cancelled' && 'This order was cancelled. '}
            {missing > 0 ? `Balance due: ${formatMoney(missing)}` : 'No balance due'}
            {over > 0 && `. This is ${formatMoney(over)} more.`}
          </span>
        }
      />
      <PaymentDetails field={field} dateLabel="Payment date" />
    </CommandForm>
  )
}
