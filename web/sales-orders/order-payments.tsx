import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCashBanknote, IconPlus } from '@tabler/icons-react'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { reversePayment } from '../../contract/sales-payments.ts'
import { refundTitle } from '../../contract/sales-order-statuses.ts'
import { PaymentCard } from '../orders/payment-card.tsx'
import { PaymentHistory } from '../orders/payment-history.tsx'
import { useMay } from '../kit/use-may.ts'
import { paymentMethodLabels } from './labels.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { SalesPayment } from './sales-badges.tsx'
import { areReturnsOpen, returnedAmount } from './sales-values.ts'

/** An order's payments, with buttons to add, refund and undo them. */
export function OrderPayments({ order, editing }: { order: SalesOrder; editing: boolean }) {
  const [adding, add] = useDisclosure(false)
  const [refunding, refund] = useDisclosure(false)
  const isPart = order.concerns_other_locations
  const mayPay = useMay('orders.write') === true && !isPart
  // Returns at locations that the reader can't see aren't included, while the other amounts are the entire order's.
  const returned = isPart ? 0 : returnedAmount(order)
  return (
    <PaymentCard
      title="Payment Information"
      badge={<SalesPayment order={order} />}
      total={order.total_amount}
      paid={order.paid_amount}
      due={order.amount_due}
      more={[
        { label: 'Goods returned', amount: returned },
        { label: refundTitle(order.status), amount: order.refund_due, tone: 'amber' },
      ]}
      note={
        !isPart && areReturnsOpen(order)
          ? 'Returns don’t change the total. Refund or replace them as agreed with the customer.'
          : undefined
      }
      buttons={
        mayPay &&
        editing && (
          <>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add.open}>
              Add Payment
            </Button>
            {order.refundable_amount > 0 && (
              <Button variant="default" leftSection={<IconCashBanknote size={16} />} onClick={refund.open}>
                Record Refund
              </Button>
            )}
          </>
        )
      }
    >
      <PaymentHistory
        order={order}
        paidAt={(payment) => payment.payment_date}
        method={({ amount, payment_method }) =>
          `${amount < 0 ? 'Refund · ' : ''}${paymentMethodLabels[payment_method]}`
        }
        more={(payment) => [payment.reference_number, payment.notes]}
        undo={reversePayment}
      />
      <PaymentDialog order={order} opened={adding} onClose={add.close} />
      <RefundDialog order={order} opened={refunding} onClose={refund.close} />
    </PaymentCard>
  )
}
