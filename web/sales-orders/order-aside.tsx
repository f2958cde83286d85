import { memo } from 'react'
import { salesDocumentTitles } from '../../contract/sales-documents.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import shared from '../orders/orders.module.css'
import { OrderMails } from '../orders/order-mails.tsx'
import { OrderHistory } from '../orders/order-history.tsx'
import { CustomerQuestions } from '../sharing/customer-questions.tsx'
import { Card } from '../ui/card.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { salesStatusLabels, stepLabels, stepTones } from './labels.ts'
import { OrderPayments } from './order-payments.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderShipments } from './order-shipments.tsx'

type OrderAsideProps = Readonly<{
  order: SalesOrder
  /** Beside its form; the document has Add Payment in its header, and the history below its comments. */
  editing?: boolean
}>

/**
 * An order's payments, shipments, returns and steps; its history, too, beside the order's form, where it doesn't
 * re-render for each key.
 */
export const OrderAside = memo(function OrderAside({ order, editing = false }: OrderAsideProps) {
  return (
    <>
      <CustomerQuestions order={order} />
      <OrderPayments order={order} editing={editing} />
      <OrderShipments order={order} />
      {order.steps.length > 0 && <Steps order={order} />}
      {order.returns.length > 0 && <OrderReturns order={order} />}
      <OrderMails mails={order.mails} titleOf={({ document }) => salesDocumentTitles[document]} />
      <OrderHistory order={order} labels={salesStatusLabels} editing={editing} />
    </>
  )
})

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
