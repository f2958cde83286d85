import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { reversePayment } from '../../contract/sales-payments.ts'
import { salesDocumentTitles } from '../../contract/sales-documents.ts'
import { refundTitle } from '../../contract/sales-order-statuses.ts'
import shared from '../orders/orders.module.css'
import { PaymentCard } from '../orders/payment-card.tsx'
import { PaymentHistory } from '../orders/payment-history.tsx'
import { StatusHistory } from '../orders/status-history.tsx'
import { useCommand } from '../kit/api.ts'
import { useMay } from '../kit/use-may.ts'
import { CustomerQuestions } from '../sharing/customer-questions.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import { ShipmentBadge, travelText } from '../shipments/shipment-parts.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { mailStatusTexts, paymentMethodLabels, salesStatusLabels, stepLabels, stepTones } from './labels.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { SalesPayment } from './sales-badges.tsx'
import { returnedAmount } from './sales-values.ts'

type OrderAsideProps = Readonly<{
  order: SalesOrder
  /** Beside its form; the document has Add Payment in its header. */
  editing?: boolean
}>

/** An order's events: its money, its steps, its shipments and returns, its statuses. */
export function OrderAside({ order, editing = false }: OrderAsideProps) {
  return (
    <>
      <CustomerQuestions order={order} />
      <Payments order={order} editing={editing} />
      <Shipments order={order} />
      {order.steps.length > 0 && <Steps order={order} />}
      {order.returns.length > 0 && <Returns order={order} />}
      {order.mails.length > 0 && <Mails order={order} />}
      {/* For an order that also concerns other locations, a limited member sees only its statuses. */}
      {order.concerns_other_locations && (
        <StatusHistory
          changes={order.status_changes}
          labelOf={(status) => (salesStatusLabels as Record<string, string>)[status] ?? status}
        />
      )}
      <RecordHistory record_id={order.id} statusChanges={order.status_changes} />
    </>
  )
}

function Payments({ order, editing }: Required<OrderAsideProps>) {
  const [adding, add] = useDisclosure(false)
  const isPart = order.concerns_other_locations
  const mayPay = useMay('orders.write') === true && !isPart
  const undo = useCommand(reversePayment)
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
        returned > 0
          ? 'Returns don’t change the total. Refund, replace or credit them as you agree with the customer.'
          : undefined
      }
      buttons={
        mayPay &&
        editing && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add.open}>
            Add Payment
          </Button>
        )
      }
    >
      <PaymentHistory
        payments={order.payments}
        paidAt={(payment) => payment.payment_date}
        method={(payment) => paymentMethodLabels[payment.payment_method]}
        more={(payment) => [payment.reference_number, payment.notes]}
        {...(isPart
          ? {}
          : {
              undo: {
                run: (payment_id) => undo.run({ payment_id }),
                pending: undo.pending,
                question: `no longer counts as paid for ${order.order_number}.`,
              },
            })}
      />
      <PaymentDialog order={order} opened={adding} onClose={add.close} />
    </PaymentCard>
  )
}

function Steps({ order: { steps } }: { order: SalesOrder }) {
  return (
    <Card title="Processing Steps" flush>
      <ol className={shared['rows']}>
        {steps.map((step) => (
          <li key={step.id}>
            <span>{step.name}</span>
            <StatusBadge tone={stepTones[step.status]}>{stepLabels[step.status]}</StatusBadge>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Shipments({ order: { shipments } }: { order: SalesOrder }) {
  return (
    <Card title="Shipments" flush>
      {shipments.length === 0 && <p className={shared['none']}>No shipments yet</p>}
      <ul className={shared['rows']}>
        {shipments.map((shipment) => (
          <li key={shipment.id}>
            <Link to={`/shipping?shipment=${shipment.id}`}>Shipment {shipment.shipment_no}</Link>
            <ShipmentBadge shipment={shipment} />
            <span className={shared['small']} data-wide>
              {counted(shipment.units, 'unit')}
              {shipment.is_implicit && shipment.carrier === null
                ? ', with the order’s status'
                : `, ${travelText(shipment)}`}
              {' · '}
              <Moment at={shipment.created_at} as="dated" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Returns({ order: { returns } }: { order: SalesOrder }) {
  return (
    <Card title="Returns" flush>
      <ul className={shared['rows']}>
        {returns.map(({ id, return_no, units: count, is_undone, returned_at, user_reference }) => (
          <li key={id}>
            <Link to={`/returns/${id}`}>Return {return_no}</Link>
            <span className={is_undone ? shared['undone'] : undefined}>{counted(count, 'unit')}</span>
            <span className={shared['small']} data-wide>
              <Moment at={returned_at} as="dated" /> by {user_reference}
              {is_undone && ', undone'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Mails({ order: { mails } }: { order: SalesOrder }) {
  return (
    <Card title="Emails" flush>
      <ul className={shared['rows']}>
        {mails.map(({ id, document, recipient, status, mailed_at, user_reference }) => (
          <li key={id}>
            <span>{salesDocumentTitles[document]}</span>
            <span className={shared['small']}>{mailStatusTexts[status]}</span>
            <span className={shared['small']} data-wide>
              {recipient} · <Moment at={mailed_at} as="dated" /> by {user_reference}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
