import { formatMoney } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { printSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { type SalesDocument, salesDocumentTitles } from '../../contract/sales-documents.ts'
import { refundTitle } from '../../contract/sales-order-statuses.ts'
import { type Company, companyOf, dayOf, letterhead } from '../organizations/company.ts'
import { type Paper, pricedColumns, printPaper } from '../papers/paper.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor, type FileAnswer } from '../platform/endpoint.ts'
import { salesOrderOf } from './queries.ts'

/** An order as it goes to the customer: what they ordered, or what they owe. Refuses not_found. */
export const printSalesOrderQuery = implement(printSalesOrder, (tx, actor, { id, document }) =>
  printedSalesOrder(tx, actor, id, document),
)

/** A document of an order as PDF. Refuses not_found. */
export async function printedSalesOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  document: SalesDocument,
): Promise<FileAnswer & { body: Buffer }> {
  const [order, company] = await Promise.all([salesOrderOf(tx, actor, id), companyOf(tx, actor)])
  return fileOf(document, order, company)
}

/** The file of a document of an order. */
export async function fileOf(
  document: SalesDocument,
  order: SalesOrder,
  company: Company,
): Promise<FileAnswer & { body: Buffer }> {
  return {
    file_name: `${salesDocumentTitles[document]} ${order.order_number}.pdf`,
    content_type: 'application/pdf',
    body: await printPaper(paperOf(document, order, company)),
  }
}

function paperOf(document: SalesDocument, order: SalesOrder, company: Company): Paper {
  const isInvoice = document === 'invoice'
  return {
    title: salesDocumentTitles[document],
    facts: [
      ['Order', order.order_number],
      ['Order date', dayOf(order.order_date, company)],
      ...(isInvoice ? [['Printed', dayOf(new Date(), company)] as const] : []),
      ...(order.status === 'cancelled' ? [['Status', 'Cancelled'] as const] : []),
    ],
    from: letterhead(company),
    to: {
      label: isInvoice ? 'Bill to' : 'Customer',
      lines: [order.customer_name, order.customer_email ?? '', order.customer_phone ?? ''],
    },
    columns: pricedColumns,
    rows: order.lines.map((line) => [
      line.product_sku,
      line.product_name,
      formatQuantity(line.quantity),
      formatMoney(line.unit_price),
      formatMoney(line.amount),
    ]),
    sums: isInvoice ? invoiceSums(order) : [total(order)],
    notes: order.notes,
  }
}

const total = ({ currency, total_amount }: SalesOrder) => ({
  label: `Total ${currency}`,
  value: formatMoney(total_amount),
  strong: true,
})

/** What was paid, and what is still to be paid, or goes back to the customer. */
function invoiceSums(order: SalesOrder): Paper['sums'] {
  const { currency, status, total_amount, paid_amount, amount_due, refund_due } = order
  if (paid_amount === 0 && amount_due === total_amount) return [total(order)]
  return [
    { label: `Total ${currency}`, value: formatMoney(total_amount) },
    { label: 'Paid', value: formatMoney(paid_amount) },
    { label: 'Amount due', value: formatMoney(amount_due), strong: refund_due === 0 },
    ...(refund_due > 0 ? [{ label: refundTitle(status), value: formatMoney(refund_due), strong: true }] : []),
  ]
}
