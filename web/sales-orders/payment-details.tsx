import { Radio, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Endpoint, OutputOf } from '../../contract/endpoint.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { reversePayment } from '../../contract/sales-payments.ts'
import { paymentMethods } from '../../contract/sales-order-statuses.ts'
import { idTaken } from '../kit/id-taken.ts'
import { newId } from '../kit/new-id.ts'
import { NumberField } from '../kit/number-field.tsx'
import { PastDayField } from '../kit/past-day-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useFields } from '../kit/use-fields.ts'
import { type CommandFormState, useSubmit } from '../kit/use-submit.ts'
import { paymentMethodLabels } from './labels.ts'
import classes from './sales-orders.module.css'

type PaymentValues = {
  id: string
  amount: number | string
  payment_method: string | null
  /** '' for today. */
  payment_date: string
  reference_number: string
  notes: string
}

type MoneyForm<E extends Endpoint> = Readonly<{
  order: SalesOrder
  /** The suggested amount. */
  amount: number | ''
  fallback: string
  /** Why the form wasn't sent, if it was recorded before with other values. */
  taken: string
  /** The message once it is recorded. */
  recorded: (answer: OutputOf<E>, amount: number) => string
  undone: string
  onClose: () => void
}>

/** The form of money paid for an order or refunded: recorded once, however often it is retried, and offered to undo. */
export function useMoneyForm<E extends Endpoint>(
  endpoint: E,
  { order, amount, fallback, taken, recorded, undone, onClose }: MoneyForm<E>,
) {
  const [id] = useState(() => newId())
  const initial: PaymentValues = { id, amount, payment_method: null, payment_date: '', reference_number: '', notes: '' }
  const fields = useFields(endpoint, {
    initial,
    toInput: (values) => ({ sales_order_id: order.id, ...values }),
  })
  return useSubmit(fields, {
    fallback,
    onIdTaken: idTaken(taken),
    onDone: (answer, values) => {
      toastDone(recorded(answer, Number(values.amount)), {
        undo: () => act(reversePayment, { payment_id: values.id }),
        undone,
      })
      onClose()
    },
  })
}

type AmountFieldProps = Pick<CommandFormState<PaymentValues>, 'field'> & Readonly<{ description: ReactNode }>

export function AmountField({ field, description }: AmountFieldProps) {
  return (
    <NumberField
      label="Amount"
      required
      money
      step={0.01}
      description={description}
      data-autofocus
      {...field('amount')}
    />
  )
}

type PaymentDetailsProps = Pick<CommandFormState<PaymentValues>, 'field'> & { dateLabel: string }

/** How and when money was paid or refunded: method, date, reference and notes. */
export function PaymentDetails({ field, dateLabel }: PaymentDetailsProps) {
  return (
    <>
      <Radio.Group label="Payment method" required {...field('payment_method')}>
        <div className={classes['methods']}>
          {paymentMethods.map((method) => (
            <Radio.Card key={method} value={method} className={classes['method']}>
              {paymentMethodLabels[method]}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <PastDayField label={dateLabel} {...field('payment_date')} />
      <TextInput label="Reference number" {...field('reference_number')} />
      <Textarea label="Notes" rows={2} {...field('notes')} />
    </>
  )
}
