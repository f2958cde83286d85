import type { ReactNode } from 'react'
import { sumAmounts } from '../../contract/money.ts'
import { formatMoney } from '../ui/money.ts'
import { smallestUnits } from '../../contract/quantity.ts'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/tabular.tsx'
import classes from './payment-card.module.css'
import shared from './orders.module.css'

type PaymentCardProps = Readonly<{
  title: string
  badge: ReactNode
  total: number
  paid: number
  due: number
  /** Other amounts, if there are any: "Overpaid", "Goods returned". */
  more: readonly Readonly<{ label: string; amount: number; tone?: 'amber' }>[]
  /** Below the amounts. */
  note?: string | undefined
  buttons?: ReactNode
  /** The payments themselves. */
  children: ReactNode
}>

const cents = (amount: number) => Number(smallestUnits(amount, 2))

/** An order's balance due, the paid amount, and each payment. */
export function PaymentCard({ title, badge, total, paid, due, more, note, buttons, children }: PaymentCardProps) {
  const shown = more.filter(({ amount }) => amount > 0)
  const open = Math.max(0, cents(sumAmounts([total, -paid])))
  return (
    <Card title={title} aside={badge}>
      <p className={classes['balance']}>
        <span>Balance due</span>
        <strong>
          <Money value={due} />
        </strong>
      </p>
      <div className={classes['paidBar']} aria-hidden>
        <span style={{ flexGrow: cents(paid) }} />
        <span style={{ flexGrow: open }} />
      </div>
      <p className={classes['paid']}>
        <span>{formatMoney(paid)} paid</span>
        <span>of {formatMoney(total)}</span>
      </p>
      {shown.length > 0 && (
        <dl className={`${shared['sums']} ${classes['more']}`}>
          {shown.map(({ label, amount, tone }) => (
            <PaymentAmount key={label} label={label} amount={amount} tone={tone} />
          ))}
        </dl>
      )}
      {note !== undefined && <p className={shared['small']}>{note}</p>}
      {buttons && <div className={classes['payButtons']}>{buttons}</div>}
      {children}
    </Card>
  )
}

function PaymentAmount({ label, amount, tone }: { label: string; amount: number; tone: 'amber' | undefined }) {
  return (
    <>
      <dt>{label}</dt>
      <dd data-tone={tone}>
        <Money value={amount} />
      </dd>
    </>
  )
}
