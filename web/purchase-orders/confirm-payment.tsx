import { type ReactNode, useState } from 'react'
import { dateInFuture } from '../../contract/days.ts'
import { optionalDay } from '../../contract/fields.ts'
import { formatMoney } from '../ui/money.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { checkInput } from '../kit/check-input.ts'
import { confirm } from '../kit/confirm.tsx'
import { PastDayField } from '../kit/past-day-field.tsx'
import { useToday } from '../kit/use-today.ts'

type Payable = Pick<PurchaseOrder, 'status' | 'amount_due'> & { order_number?: string }

/** The day on which money was paid; '' for today. Null if the person cancels. */
type Agreed = Promise<{ payment_date: string } | null>

/**
 * Confirms before what is due for an order is paid, which also places a draft, and asks when it was paid. A draft
 * without anything due is only placed.
 */
export function confirmPayment({ status, amount_due, order_number = 'this order' }: Payable): Agreed {
  if (amount_due === 0) return ask('Complete Payment', () => 'This places the order.')
  return ask('Complete Payment', (onDay) => (
    <DayQuestion label="Payment date" onDay={onDay}>
      {formatMoney(amount_due)} will be recorded as paid for {order_number}.
      {status === 'draft' && ' This also places the order.'}
    </DayQuestion>
  ))
}

/** Confirms before a refund that is due is recorded, and asks when it was paid back. */
export function confirmRefund({ order_number, refund_due, supplier_name }: PurchaseOrder): Agreed {
  return ask('Record Refund', (onDay) => (
    <DayQuestion label="Refund date" onDay={onDay}>
      {formatMoney(refund_due)} will be recorded as paid back by {supplier_name} for {order_number}.
    </DayQuestion>
  ))
}

type OnDay = (day: string, isValid: boolean) => void

async function ask(title: string, question: (onDay: OnDay) => ReactNode): Agreed {
  let payment_date = ''
  let isValid = true
  const onDay: OnDay = (day, valid) => {
    payment_date = day
    isValid = valid
  }
  const sure = await confirm({ title, text: question(onDay), confirmLabel: title, mayConfirm: () => isValid })
  return sure ? { payment_date } : null
}

type DayQuestionProps = Readonly<{ label: string; children: ReactNode; onDay: OnDay }>

function DayQuestion({ label, children, onDay }: DayQuestionProps) {
  const today = useToday()
  const [day, setDay] = useState('')
  // The button takes the focus from the field, which then shows why the question stays open.
  const [isLeft, setLeft] = useState(false)
  const change = (text: string) => {
    setDay(text)
    setLeft(false)
    onDay(text, dayProblem(text, today) === undefined)
  }
  return (
    <>
      <p>{children}</p>
      <PastDayField
        mt="md"
        label={label}
        value={day}
        onChange={change}
        onBlur={() => setLeft(true)}
        error={isLeft && dayProblem(day, today)}
      />
    </>
  )
}

/** Why money can't have been paid on a day; undefined if it can. */
function dayProblem(day: string, today: string): string | undefined {
  return checkInput(optionalDay, day).fields?.[''] ?? (day > today ? dateInFuture : undefined)
}
