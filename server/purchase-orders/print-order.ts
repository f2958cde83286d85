import { formatCost, formatMoney } from '../../contract/money.ts'
import { printPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type Company, companyOf, dayOf, letterhead } from '../documents/company.ts'
import { type Paper, pricedColumns, printPaper } from '../documents/paper.ts'
import { implement } from '../platform/endpoint.ts'
import { purchaseOrderOf } from './queries.ts'

/** An order as it goes to the supplier, as PDF. Refuses not_found. */
export const printPurchaseOrderQuery = implement(printPurchaseOrder, async (tx, actor, { id }) => {
  const [order, company] = await Promise.all([purchaseOrderOf(tx, actor, id), companyOf(tx, actor)])
  return {
    file_name: `Purchase Order ${order.order_number}.pdf`,
    content_type: 'application/pdf',
    body: await printPaper(paperOf(order, company)),
  }
})

function paperOf(order: PurchaseOrder, company: Company): Paper {
  const places = [...new Set(order.lines.flatMap((line) => line.location_name ?? []))]
  return {
    title: 'Purchase Order',
    facts: [
      ['Order', order.order_number],
      ['Order date', dayOf(order.ordered_at ?? order.created_at, company)],
      ...(order.expected_date
        ? [['Expected', dayOf(order.expected_date, { ...company, time_zone: 'UTC' })] as const]
        : []),
      ...(places.length > 0 ? [['Deliver to', places.join(', ')] as const] : []),
      ...(order.status === 'draft' ? [['Status', 'Draft'] as const] : []),
      ...(order.status === 'cancelled' ? [['Status', 'Cancelled'] as const] : []),
    ],
    from: letterhead(company),
    to: { label: 'Supplier', lines: [order.supplier_name] },
    columns: pricedColumns,
    rows: order.lines.map((line) => [
      line.product_sku,
      line.product_name,
      formatQuantity(line.quantity),
      formatCost(line.unit_price),
      formatMoney(line.amount),
    ]),
    sums: [{ label: `Total ${order.currency}`, value: formatMoney(order.total_amount), strong: true }],
    notes: order.notes,
  }
}
