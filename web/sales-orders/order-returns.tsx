import { summedGoods } from '../../contract/counted-goods.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import shared from '../orders/orders.module.css'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'

/** An order's returns. */
export function OrderReturns({ order: { returns } }: { order: SalesOrder }) {
  return (
    <Card title="Returns" flush>
      <ul className={shared['rows']}>
        {returns.map(({ id, return_no, units, mixed_products, is_undone, returned_at, user_reference }) => (
          <li key={id}>
            <Link to={recordAddress('return', id)}>Return {return_no}</Link>
            <span className={is_undone ? shared['undone'] : undefined}>{summedGoods({ units, mixed_products })}</span>
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
