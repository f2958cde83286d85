import { formatQuantity } from '../../contract/quantity.ts'
import { carrierLabels, printPackingSlip, shippingMethodLabels } from '../../contract/shipments.ts'
import { companyOf, dayOf, letterhead } from '../organizations/company.ts'
import { printPaper } from '../papers/paper.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor, type FileAnswer } from '../platform/endpoint.ts'
import { shipmentOf } from './queries.ts'

export const printPackingSlipQuery = implement(printPackingSlip, (tx, actor, { shipment_id }) =>
  printedPackingSlip(tx, actor, shipment_id),
)

/** What lies in the box, as PDF: no prices. Refuses not_found. */
export async function printedPackingSlip(
  tx: Tx,
  actor: Actor,
  shipment_id: string,
): Promise<FileAnswer & { body: Buffer }> {
  const [shipment, company] = await Promise.all([shipmentOf(tx, actor, shipment_id), companyOf(tx, actor)])
  const { carrier, shipping_method, tracking_number, shipment_no, order_number } = shipment
  const body = await printPaper({
    title: 'Packing Slip',
    facts: [
      ['Order', order_number],
      ['Shipment', String(shipment_no)],
      ['Date', dayOf(shipment.shipped_at ?? shipment.created_at, company)],
      ...(carrier && shipping_method
        ? [['Carrier', `${carrierLabels[carrier]}, ${shippingMethodLabels[shipping_method]}`] as const]
        : []),
      ...(tracking_number ? [['Tracking', tracking_number] as const] : []),
    ],
    from: letterhead(company),
    to: { label: 'Ship to', lines: (shipment.shipping_address ?? shipment.customer_name).split('\n') },
    columns: [
      { header: 'SKU', share: 22 },
      { header: 'Product', share: 63 },
      { header: 'Quantity', share: 15, align: 'right' },
    ],
    rows: shipment.lines.map((line) => [line.product_sku, line.product_name, formatQuantity(line.quantity)]),
    sums: [{ label: 'Units', value: formatQuantity(shipment.units), strong: true }],
    notes: shipment.notes,
  })
  return {
    file_name: `Packing slip ${order_number}-${shipment_no}.pdf`,
    content_type: 'application/pdf',
    body,
  }
}
