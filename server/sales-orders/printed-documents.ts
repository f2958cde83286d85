import { formatMoney, moneyWithCode } from '../../contract/money.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { printSalesOrder } from '../../contract/sales-orders.ts'
import { printSalesOrders, type SalesDocument, salesDocumentTitles } from '../../contract/sales-documents.ts'
import { notCharged, refundTitle } from '../../contract/sales-order-statuses.ts'
import { dayOf } from '../organizations/company-days.ts'
import { type Company, letterhead } from '../organizations/company.ts'
import { printedFile, type PrintedFile, printedTogether } from '../printed-documents/printed-file.ts'
import { type PrintedDocument, pricedColumns } from '../printed-documents/printed-document.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { type Terms, termsOf } from './payment-terms.ts'
import { type OrderToPrint, type PrintedOrder, printedOrderOf, printedOrdersOf } from './printed-orders.ts'

/** An order for the customer: a confirmation or an invoice. Refuses not_found. */
export const printSalesOrderQuery = implement(printSalesOrder, async (tx, actor, { id, document }) => {
  const printed = await printedOrderOf(tx, actor, id)
  return { ...fileOf(document, printed), recorded_as: exportOf(document, printed) }
})

/** Several orders' documents in one file. Refuses not_found if one is missing, and too many lines. */
export const printSalesOrdersQuery = implement(printSalesOrders, async (tx, actor, { document, order_ids }) => {
  const printed = await printedOrdersOf(tx, actor, order_ids, 'order_ids')
  const papers = printed.map((order) => paperOf(document, order))
  return {
    ...printedTogether(`${salesDocumentTitles[document]}s`, papers),
    recorded_as: printed.map((order) => exportOf(document, order)),
  }
})

function exportOf(document: SalesDocument, { order }: PrintedOrder) {
  return {
    table_name: 'sales_orders',
    record_id: order.id,
    item_name: order.order_number,
    summary: `Exported ${salesDocumentTitles[document].toLowerCase()}`,
  }
}

/** A document of an order as PDF. Refuses not_found. */
export async function printedSalesOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  document: SalesDocument,
): Promise<PrintedFile> {
  return fileOf(document, await printedOrderOf(tx, actor, id))
}

/** The file of a document of an order. */
export function fileOf(document: SalesDocument, printed: PrintedOrder): PrintedFile {
  return printedFile(`${salesDocumentTitles[document]} ${printed.order.order_number}`, paperOf(document, printed))
}

function paperOf(document: SalesDocument, { order, company, customer, ship_to }: PrintedOrder): PrintedDocument {
  const isInvoice = document === 'invoice'
  const badge = badgeOf(document, order)
  const isOwed = order.status !== 'cancelled' || order.amount_due > 0
  const terms = isInvoice && isOwed ? termsOf(order, company, customer) : null
  const headline = isInvoice ? headlineOf(order, company, terms) : null
  return {
    title: salesDocumentTitles[document],
    number: order.order_number,
    ...(badge ? { badge } : {}),
    ...(headline ? { headline } : {}),
    facts: [
      [isInvoice ? 'Invoice number' : 'Order number', order.order_number],
      [isInvoice ? 'Date of issue' : 'Order date', dayOf(order.order_date, company)],
      ...(terms ? [['Payment terms', terms.text] as const, ['Due date', terms.due] as const] : []),
    ],
    from: letterhead(company),
    parties: [
      {
        label: isInvoice ? 'Bill to' : 'Customer',
        lines: [
          order.customer_name,
          (isInvoice && customer.billing_address) || '',
          order.customer_email ?? '',
          order.customer_phone ?? '',
        ],
      },
      ...(ship_to ? [{ label: 'Ship to', lines: [ship_to] }] : []),
    ],
    columns: pricedColumns,
    rows: order.lines.map((line) => [
      line.product_sku,
      line.product_name,
      formatQuantity(line.quantity),
      formatMoney(line.unit_price, order.currency),
      formatMoney(line.amount, order.currency),
    ]),
    sums: isInvoice ? invoiceSums(order) : [total(order)],
    notes: [['Notes', order.notes]],
  }
}

function badgeOf(document: SalesDocument, order: OrderToPrint): PrintedDocument['badge'] {
  if (order.status === 'cancelled') return { text: 'Cancelled', tone: 'red' }
  if (document !== 'invoice' || order.paid_amount === 0) return undefined
  return order.amount_due === 0 ? { text: 'Paid', tone: 'green' } : { text: 'Partly paid', tone: 'amber' }
}

/** The balance due and its date, or when it was fully paid. */
function headlineOf(
  { amount_due, paid_amount, currency, status, payments }: OrderToPrint,
  company: Company,
  terms: Terms | null,
): string | null {
  if (amount_due > 0) return `${moneyWithCode(amount_due, currency)} due${terms ? ` ${terms.due}` : ''}`
  const last = payments.find(({ is_undone, amount }) => !is_undone && amount > 0)
  if (!last || paid_amount === 0 || status === 'cancelled') return null
  return `${moneyWithCode(paid_amount, currency)} paid on ${dayOf(last.payment_date, company)}`
}

const total = ({ currency, total_amount }: OrderToPrint) => ({
  label: `Total ${currency}`,
  value: formatMoney(total_amount, currency),
  strong: true,
})

/** What isn’t charged, the paid amount, and the balance due or the refund. */
function invoiceSums(order: OrderToPrint): PrintedDocument['sums'] {
  const { currency, status, total_amount, paid_amount, amount_due, refund_due } = order
  const credited = notCharged(order)
  if (paid_amount === 0 && amount_due === total_amount) return [total(order)]
  return [
    { label: `Total ${currency}`, value: formatMoney(total_amount, currency) },
    ...(credited ? [{ label: credited.label, value: formatMoney(-credited.amount, currency) }] : []),
    { label: 'Paid', value: formatMoney(paid_amount, currency) },
    { label: 'Balance due', value: formatMoney(amount_due, currency), strong: refund_due === 0 },
    ...(refund_due > 0 ? [{ label: refundTitle(status), value: formatMoney(refund_due, currency), strong: true }] : []),
  ]
}
