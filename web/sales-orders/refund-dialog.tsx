import { sumAmounts } from '../../contract/money.ts'
import { formatMoney } from '../ui/money.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { refundTitle } from '../../contract/sales-order-statuses.ts'
import { recordRefund } from '../../contract/sales-payments.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { AmountField, PaymentDetails, useMoneyForm } from './payment-details.tsx'

type RefundDialogProps = Readonly<{ order: SalesOrder; opened: boolean; onClose: () => void }>

/** Records money that was paid back for an order. */
export function RefundDialog({ order, opened, onClose }: RefundDialogProps) {
  return (
    <Dialog title="Record Refund" opened={opened} onClose={onClose}>
      <RefundForm order={order} onClose={onClose} />
    </Dialog>
  )
}

/** Why money can be refunded: what is due back, and what was paid for returned goods. */
function reasons({ status, refund_due, refundable_amount }: SalesOrder): string {
  const returned = sumAmounts([refundable_amount, -refund_due])
  return [
    refund_due > 0 && `${refundTitle(status)}: ${formatMoney(refund_due)}`,
    returned > 0 && `Paid for returned goods: ${formatMoney(returned)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function RefundForm({ order, onClose }: Omit<RefundDialogProps, 'opened'>) {
  const state = useMoneyForm(recordRefund, {
    order,
    amount: order.refund_due > 0 ? order.refund_due : order.refundable_amount,
    fallback: 'Failed to record the refund',
    taken:
      'A refund was already recorded from this form, with what you entered before. Check it first. Record Refund adds a second one.',
    recorded: (_, amount) => `Refund of ${formatMoney(amount)} recorded for ${order.order_number}`,
    undone: 'The refund was undone',
    onClose,
  })
  const { field } = state
  return (
    <CommandForm state={state} submitLabel="Record Refund" onCancel={onClose}>
      <AmountField field={field} description={reasons(order)} />
      <PaymentDetails field={field} dateLabel="Refund date" />
    </CommandForm>
  )
}
