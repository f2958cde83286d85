import { formatQuantity } from '../../contract/quantity.ts'
import type { Receipt } from '../../contract/receiving.ts'
import { Printed } from '../kit/printed.tsx'
import { dayText } from '../purchase-orders/labels.ts'
import { absoluteTime } from '../ui/time-text.ts'
import { conditionLabels } from './labels.ts'

/** The receipt on paper: for the folder, or to show the supplier what came. */
export function PrintedReceipt({ receipt }: { receipt: Receipt }) {
  return (
    <Printed
      title="Goods Receipt"
      facts={[
        ['Receipt', `${receipt.order_number}, no. ${receipt.receipt_no}`],
        ['Date', absoluteTime(receipt.received_at)],
        ['Received by', receipt.user_reference],
        ...(receipt.undone_at ? [['Undone', absoluteTime(receipt.undone_at)] as const] : []),
      ]}
    >
      <p>
        <strong>{receipt.supplier_name}</strong>
      </p>
      <table>
        <thead>
          <tr>
            <th>SKU</th>
            <th>Product</th>
            <th>Location</th>
            <th>Lot</th>
            <th>Condition</th>
            <th data-align="right">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.line_no}>
              <td>{line.product_sku}</td>
              <td>
                {line.product_name}
                {line.notes && <div>{line.notes}</div>}
              </td>
              <td>{line.location_name}</td>
              <td>
                {line.lot_number}
                {line.expires_on && <div>{dayText(line.expires_on)}</div>}
              </td>
              <td>
                {conditionLabels[line.condition]}
                {line.is_over_delivery && ', over-delivery'}
              </td>
              <td data-align="right">{formatQuantity(line.quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={5} data-align="right">
              Units
            </td>
            <td data-align="right">{formatQuantity(receipt.units)}</td>
          </tr>
        </tfoot>
      </table>
      {receipt.notes && <p>{receipt.notes}</p>}
    </Printed>
  )
}
