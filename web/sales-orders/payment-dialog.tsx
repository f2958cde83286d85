import { Radio, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, sumAmounts } from '../../contract/money.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { paymentMethods } from '../../contract/sales-order-statuses.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { paymentMethodLabels } from './labels.ts'
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
  // One payment, however often it is retried.
  const [id] = useState(() => crypto.randomUUID())
  const fields = useFields(addPayment, {
    initial: {
      amount: (missing > 0 ? missing : '') as number | string,
      payment_method: null as string | null,
      reference_number: '',
      notes: '',
    },
    toInput: (values) => ({ id, sales_order_id: order.id, ...values }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to process payment',
    onDone: ({ refund_due, status }, { amount }) => {
      const refund = formatMoney(refund_due)
      const over = status === 'cancelled' ? `. Refund due: ${refund}` : `: ${refund} more than its total`
      toastDone(`${formatMoney(Number(amount))} recorded for ${order.order_number}${refund_due > 0 ? over : ''}`)
      onClose()
    },
  })
  const { field, values } = state
  const over = beyond(order, values.amount)
  return (
    <CommandForm state={state} submitLabel="Add Payment" onCancel={onClose}>
      <NumberField
        label="Amount"
        required
        money
        step={0.01}
        description={
          <span role="status" className={over > 0 ? classes['short'] : undefined}>
            {missing > 0 ? `Balance due: ${formatMoney(missing)}` : 'No balance due'}
            {over > 0 && `. This is ${formatMoney(over)} more.`}
          </span>
        }
        data-autofocus
        {...field('amount')}
      />
      <Radio.Group label="Payment method" required {...field('payment_method')}>
        <div className={classes['methods']}>
          {paymentMethods.map((method) => (
            <Radio.Card key={method} value={method} className={classes['method']}>
              {paymentMethodLabels[method]}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <TextInput label="Reference number" {...field('reference_number')} />
      <Textarea label="Notes" rows={2} {...field('notes')} />
    </CommandForm>
  )
}
