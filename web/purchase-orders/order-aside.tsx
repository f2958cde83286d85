import { Fragment } from 'react'
import { sumAmounts } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import shared from '../documents/orders.module.css'
import { StatusHistory } from '../documents/status-history.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { Money } from '../ui/tabular.tsx'
import { orderStatusLabels } from './labels.ts'

/** What happened to an order: its money, its receipts, its statuses. */
export function OrderAside({ order }: { order: PurchaseOrder }) {
  return (
    <div className={shared['stack']}>
      <Sums order={order} />
      {order.receipts.length > 0 && <Receipts receipts={order.receipts} />}
      <StatusHistory
        changes={order.status_changes}
        labelOf={(status) => (orderStatusLabels as Record<string, string>)[status] ?? status}
      />
    </div>
  )
}

function Sums({ order: { total_amount, paid_amount, refund_due, status, payments } }: { order: PurchaseOrder }) {
  const missing = status === 'cancelled' ? 0 : Math.max(0, sumAmounts([total_amount, -paid_amount]))
  return (
    <Card title="Payment">
      <dl className={shared['sums']}>
        <dt>Total</dt>
        <dd data-strong>
          <Money value={total_amount} />
        </dd>
        {payments.map(({ id, amount, paid_at, user_reference }) => (
          <Fragment key={id}>
            <dt>
              Paid <Moment at={paid_at} /> by {user_reference}
            </dt>
            <dd>
              <Money value={amount} />
            </dd>
          </Fragment>
        ))}
        {missing > 0 && (
          <>
            <dt>Still to pay</dt>
            <dd data-tone="amber">
              <Money value={missing} />
            </dd>
          </>
        )}
        {refund_due > 0 && (
          <>
            <dt>Refund due</dt>
            <dd data-tone="amber">
              <Money value={refund_due} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function Receipts({ receipts }: Pick<PurchaseOrder, 'receipts'>) {
  return (
    <Card title="Receipts" flush>
      <ul className={shared['rows']}>
        {receipts.map(({ id, receipt_no, received_at, user_reference, units, is_undone }) => (
          <li key={id}>
            <Link to={`/receiving/${id}`}>Receipt {receipt_no}</Link>
            <span className={is_undone ? shared['undone'] : undefined}>
              {formatQuantity(units)} {units === 1 ? 'unit' : 'units'}
            </span>
            <span className={shared['small']}>
              <Moment at={received_at} /> by {user_reference}
            </span>
            {is_undone && <span className={shared['small']}>undone</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
