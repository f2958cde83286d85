import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useId } from 'react'
import { formatMoney } from '../ui/money.ts'
import type { reversePurchasePayment } from '../../contract/purchase-orders.ts'
import type { reversePayment } from '../../contract/sales-payments.ts'
import { useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useMay } from '../kit/use-may.ts'
import { Moment } from '../ui/moment.tsx'
import { Money } from '../ui/tabular.tsx'
import classes from './orders.module.css'

type Payment = Readonly<{
  id: string
  amount: number
  user_reference: string
  is_undone: boolean
  undone_by: string | null
  undone_at: string | null
}>

type PaymentHistoryProps<P extends Payment> = Readonly<{
  order: Readonly<{ order_number: string; payments: readonly P[]; concerns_other_locations: boolean }>
  /** The payment's date and details: "Credit Card", a reference. */
  paidAt: (payment: P) => string
  method: (payment: P) => string
  more?: (payment: P) => readonly (string | null)[]
  undo: UndoEndpoint
  /** What undoing a payment leaves as it is; '' if that needn't be said. */
  unchanged?: string
}>

type UndoEndpoint = typeof reversePayment | typeof reversePurchasePayment

/**
 * The payments of an order, of either kind. One recorded by mistake can be undone after a confirmation, and stays
 * visible.
 */
export function PaymentHistory<P extends Payment>(props: PaymentHistoryProps<P>) {
  const { order, paidAt, method, more, undo, unchanged = '' } = props
  const { order_number, payments, concerns_other_locations } = order
  const mayUndo = useMay('orders.write') === true && !concerns_other_locations
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes['heading']}>
        Payment History
      </h3>
      {payments.length === 0 && <p className={classes['small']}>No payments yet</p>}
      <ul className={classes['rows']} data-inset>
        {payments.map((payment) => (
          <li key={payment.id}>
            <span className={payment.is_undone ? classes['undone'] : undefined}>
              <Money value={payment.amount} />
            </span>
            <span className={classes['method']}>
              {method(payment)}
              {mayUndo && !payment.is_undone && <UndoPayment {...{ payment, order_number, undo, unchanged }} />}
            </span>
            <span className={classes['small']} data-wide>
              <Moment at={paidAt(payment)} as="dated" /> by {payment.user_reference}
              {more?.(payment).map((text) => text && ` · ${text}`)}
              {payment.undone_at !== null && (
                <>
                  {' '}
                  · undone <Moment at={payment.undone_at} as="dated" /> by {payment.undone_by}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type UndoPaymentProps = Readonly<{ payment: Payment; order_number: string; undo: UndoEndpoint; unchanged: string }>

function UndoPayment({ payment: { id, amount }, order_number, undo, unchanged }: UndoPaymentProps) {
  const command = useCommand(undo)
  const isRefund = amount < 0
  const kind = isRefund ? 'refund' : 'payment'
  const absolute = formatMoney(Math.abs(amount))
  const undoPayment = async () => {
    const sure = await confirm({
      title: `Undo this ${kind}?`,
      text: isRefund
        ? `${absolute} will no longer count as refunded for ${order_number}. The refund stays in the history, marked as undone.`
        : `${absolute} will no longer count toward ${order_number}. The payment stays in the history, marked as undone. ${unchanged}`.trim(),
      confirmLabel: `Undo ${kind}`,
      danger: true,
    })
    if (!sure) return
    try {
      await command.run({ payment_id: id })
      toastDone(isRefund ? 'Refund undone' : 'Payment undone')
    } catch (error) {
      toastFailed(error, `Failed to undo the ${kind}`)
    }
  }
  return (
    <ActionIcon
      size={28}
      aria-label={`Undo the ${kind} of ${absolute}`}
      title={`Undo this ${kind}`}
      disabled={command.pending}
      onClick={() => void undoPayment()}
    >
      <IconArrowBackUp size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
