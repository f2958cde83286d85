import { Button } from '@mantine/core'
import { memo } from 'react'
import { summedGoods } from '../../contract/counted-goods.ts'
import { counted } from '../../contract/counted-nouns.ts'
import { sumAmounts } from '../../contract/money.ts'
import { type PurchaseOrder, reversePurchasePayment } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import shared from '../orders/orders.module.css'
import { OrderMails } from '../orders/order-mails.tsx'
import { PaymentCard } from '../orders/payment-card.tsx'
import { PaymentHistory } from '../orders/payment-history.tsx'
import { OrderHistory } from '../orders/order-history.tsx'
import { SupplierAnswers } from '../sharing/supplier-answers.tsx'
import { Card } from '../ui/card.tsx'
import { dayText } from '../ui/day-text.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { orderStatusLabels } from './labels.ts'
import { OrderPayment } from './order-badges.tsx'

type OrderAsideProps = Readonly<{
  order: PurchaseOrder
  /** Beside its form; the document has the history below its comments. */
  editing?: boolean
  /** Opens the form; null if the reader can't change the order. */
  onEdit?: (() => void) | null
}>

/**
 * An order's payments, receipts and emails; its history, too, beside the order's form, where it doesn't re-render for
 * each key.
 */
export const OrderAside = memo(function OrderAside({ order, editing = false, onEdit = null }: OrderAsideProps) {
  return (
    <>
      <SupplierAnswers order={order} />
      <Payments order={order} onEdit={onEdit} />
      <Receipts receipts={order.receipts} />
      <OrderMails mails={order.mails} titleOf={() => 'Purchase Order'} />
      <OrderHistory order={order} labels={orderStatusLabels} editing={editing} />
    </>
  )
})

function Payments({ order, onEdit }: { order: PurchaseOrder; onEdit: (() => void) | null }) {
  const { status, total_amount, over_delivered_amount } = order
  const mayPayLater = onEdit !== null && isPaidFirst(order)
  return (
    <PaymentCard
      title={order.concerns_other_locations ? 'Payment of the whole order' : 'Payment Information'}
      badge={<OrderPayment order={order} headed={order.payment_due_date !== null && order.amount_due > 0} />}
      total={sumAmounts([total_amount, over_delivered_amount])}
      paid={order.paid_amount}
      due={order.amount_due}
      more={[
        { label: 'Over-delivered', amount: over_delivered_amount },
        { label: 'Refund due', amount: order.refund_due, tone: 'amber' },
      ]}
      note={mayPayLater ? 'Paid when it’s ordered. To order first and pay later, add payment terms.' : dueText(order)}
      buttons={
        mayPayLater && (
          <Button variant="default" onClick={onEdit}>
            Add payment terms
          </Button>
        )
      }
    >
      <PaymentHistory
        order={order}
        paidAt={(payment) => payment.paid_at}
        method={({ amount }) => (amount < 0 ? 'Refund' : '')}
        undo={reversePurchasePayment}
        // The payment may have placed the order.
        unchanged={isOpen(status) ? 'The order stays placed, and its units are still incoming.' : ''}
      />
    </PaymentCard>
  )
}

/** Whether a draft is only placed by paying it. */
function isPaidFirst({ status, amount_due, payment_terms_days }: PurchaseOrder): boolean {
  return status === 'draft' && amount_due > 0 && payment_terms_days === null
}

/** When an order on account has to be paid; undefined if nothing is owed, or it is paid when it's ordered. */
function dueText(order: PurchaseOrder): string | undefined {
  const { amount_due, payment_terms_days: days, payment_due_date: day, is_payment_overdue } = order
  if (amount_due === 0 || days === null) return undefined
  if (day !== null) return is_payment_overdue ? `Overdue, was due ${dayText(day)}` : `Due ${dayText(day)}`
  return days === 0 ? 'Due when the first goods arrive' : `Due ${counted(days, 'day')} after the first goods arrive`
}

function Receipts({ receipts }: Pick<PurchaseOrder, 'receipts'>) {
  return (
    <Card title="Receipts" flush>
      {receipts.length === 0 && <p className={shared['none']}>Nothing received yet</p>}
      <ul className={shared['rows']}>
        {receipts.map(({ id, receipt_no, received_at, user_reference, units, mixed_products, is_undone }) => (
          <li key={id}>
            <Link to={recordAddress('receipt', id)}>Receipt {receipt_no}</Link>
            <span className={is_undone ? shared['undone'] : undefined}>{summedGoods({ units, mixed_products })}</span>
            <span className={shared['small']} data-wide>
              <Moment at={received_at} as="dated" /> by {user_reference}
              {is_undone && ', undone'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
