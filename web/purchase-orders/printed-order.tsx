import { formatMoney, formatCost } from '../../contract/money.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { Printed } from '../kit/printed.tsx'
import { absoluteTime } from '../ui/time-text.ts'
import { dayText } from './labels.ts'

/** The order as it goes to the supplier. */
export function PrintedOrder({ order }: { order: PurchaseOrder }) {
  const places = [...new Set(order.lines.map((line) => line.location_name).filter(Boolean))]
  return (
    <Printed
      title="Purchase Order"
      facts={[
        ['Order', order.order_number],
        ['Date', absoluteTime(order.ordered_at ?? order.created_at)],
        ...(order.expected_date ? [['Expected', dayText(order.expected_date)] as const] : []),
        ...(order.status === 'draft' || order.status === 'cancelled'
          ? [['Status', order.status === 'draft' ? 'Draft' : 'Cancelled'] as const]
          : []),
      ]}
    >
      <p>
        <strong>{order.supplier_name}</strong>
      </p>
      {places.length > 0 && <p>Deliver to: {places.join(', ')}</p>}
      <table>
        <thead>
          <tr>
            <th>SKU</th>
            <th>Product</th>
            <th data-align="right">Quantity</th>
            <th data-align="right">Unit price</th>
            <th data-align="right">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td>{line.product_sku}</td>
              <td>{line.product_name}</td>
              <td data-align="right">{formatQuantity(line.quantity)}</td>
              <td data-align="right">{formatCost(line.unit_price)}</td>
              <td data-align="right">{formatMoney(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4} data-align="right">
              Total {order.currency}
            </td>
            <td data-align="right">{formatMoney(order.total_amount)}</td>
          </tr>
        </tfoot>
      </table>
      {order.notes && <p>{order.notes}</p>}
    </Printed>
  )
}
