import { formatCost, formatMoney, sumAmounts } from '../../contract/money.ts'
import { printPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { recognizedTermsDays } from '../../contract/payment-terms.ts'
import { paymentTermsText } from '../../contract/printed-documents.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { dayOf, dayText } from '../organizations/company-days.ts'
import { type Company, companyOf, letterhead } from '../organizations/company.ts'
import { printedFile, type PrintedFile } from '../printed-documents/printed-file.ts'
import { type PrintedDocument, pricedColumns } from '../printed-documents/printed-document.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { purchaseOrderOf } from './queries.ts'

export const printPurchaseOrderQuery = implement(printPurchaseOrder, async (tx, actor, { id }) => {
  const printed = await orderToPrint(tx, actor, id)
  return {
    ...fileOf(printed),
    recorded_as: {
      table_name: 'purchase_orders',
      record_id: id,
      item_name: printed.order.order_number,
      summary: 'Exported purchase order',
    },
  }
})

/** The data of an order's document, with the supplier's and the locations' current contact data. */
export type OrderToPrint = Readonly<{
  order: PurchaseOrder
  company: Company
  supplier: Supplier
  locations: readonly Location[]
}>

/** Reads the data of an order's document. Refuses not_found. */
export async function orderToPrint(tx: Tx, actor: Actor, id: string): Promise<OrderToPrint> {
  const [order, company] = await Promise.all([purchaseOrderOf(tx, actor, id), companyOf(tx, actor)])
  const [supplier, locations] = await Promise.all([supplierOf(tx, actor, order), locationsOf(tx, actor, order)])
  return { order, company, supplier, locations }
}

/** An order for the supplier, as PDF. */
export function fileOf(printed: OrderToPrint): PrintedFile {
  return printedFile(`Purchase Order ${printed.order.order_number}`, paperOf(printed))
}

type Supplier = {
  name: string
  contact_person: string
  address: string
  phone: string
  email: string
  tax_id: string
  payment_terms: string
}

function supplierOf(tx: Tx, actor: Actor, { supplier_id }: PurchaseOrder): Promise<Supplier> {
  return tx.one(sql<Supplier>`
    select name, coalesce(contact_person, '') as contact_person, coalesce(address, '') as address, coalesce(phone, '') as phone,
      coalesce(email, '') as email, coalesce(tax_id, '') as tax_id, coalesce(payment_terms, '') as payment_terms
    from suppliers where org_id = ${actor.org_id} and id = ${supplier_id}`)
}

type Location = { name: string; address: string }

/** The delivery addresses, in the order of the lines. */
export async function locationsOf(tx: Tx, actor: Actor, { lines }: PurchaseOrder): Promise<Location[]> {
  const ids = [...new Set(lines.flatMap((line) => line.location_id ?? []))]
  if (ids.length === 0) return []
  return tx.all(sql<Location>`
    select name, coalesce(address, '') as address from locations
    where org_id = ${actor.org_id} and id = any (${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`)
}

/** For readers who see only some of the lines, the label says that the amount is for the entire order. */
const totalLabel = ({ currency, concerns_other_locations }: PurchaseOrder) =>
  `${concerns_other_locations ? 'Total of the whole order' : 'Total'} ${currency}`

/** The total; if more was delivered, also what that costs, and both together. */
function sumsOf(order: PurchaseOrder): PrintedDocument['sums'] {
  const { currency, total_amount: total, over_delivered_amount: extra } = order
  if (extra === 0) return [{ label: totalLabel(order), value: formatMoney(total, currency), strong: true }]
  return [
    { label: totalLabel(order), value: formatMoney(total, currency) },
    { label: `Over-delivered ${currency}`, value: formatMoney(extra, currency) },
    {
      label: `Total including over-delivery ${currency}`,
      value: formatMoney(sumAmounts([total, extra]), currency),
      strong: true,
    },
  ]
}

function paperOf({ order, company, supplier, locations }: OrderToPrint): PrintedDocument {
  const { name, contact_person, address, phone, email, tax_id } = supplier
  const terms = termsOf(order, supplier.payment_terms)
  const badge = badges[order.status]
  return {
    title: 'Purchase Order',
    number: order.order_number,
    ...(badge ? { badge } : {}),
    facts: [
      ['Order number', order.order_number],
      [
        'Order date',
        order.order_date ? dayText(order.order_date) : dayOf(order.ordered_at ?? order.created_at, company),
      ],
      ...(order.expected_date ? [['Expected', dayText(order.expected_date)] as const] : []),
      ...(terms ? [['Payment terms', terms] as const] : []),
      ...dueOn(order),
    ],
    from: letterhead(company),
    parties: [
      { label: 'Supplier', lines: [name, contact_person, address, phone, email, tax_id && `Tax ID ${tax_id}`] },
      ...deliverTo(locations),
    ],
    columns: pricedColumns,
    rows: order.lines.map((line) => [
      line.product_sku,
      // With several locations, each line names its own.
      locations.length > 1 && line.location_name
        ? { text: line.product_name, note: `Deliver to ${line.location_name}` }
        : line.product_name,
      formatQuantity(line.quantity),
      formatCost(line.unit_price, order.currency),
      formatMoney(line.amount, order.currency),
    ]),
    sums: sumsOf(order),
    notes: [['Notes', order.notes]],
  }
}

/**
 * The payment terms as printed: the supplier's own words, unless the order has other days. An order that is paid when
 * it is ordered doesn't say that the supplier waits.
 */
function termsOf({ payment_terms_days: days }: PurchaseOrder, supplierTerms: string): string {
  if (recognizedTermsDays(supplierTerms) === days) return supplierTerms
  return days === null ? '' : paymentTermsText(days)
}

/** When what is still owed is due. */
function dueOn({ payment_due_date: day, amount_due }: PurchaseOrder): PrintedDocument['facts'] {
  return day !== null && amount_due > 0 ? [['Payment due', dayText(day)]] : []
}

const badges: Partial<Record<PurchaseOrder['status'], PrintedDocument['badge']>> = {
  draft: { text: 'Draft', tone: 'gray' },
  cancelled: { text: 'Cancelled', tone: 'red' },
}

/** The one location, or all of them in one block. */
function deliverTo(locations: readonly Location[]): PrintedDocument['parties'] {
  if (locations.length === 0) return []
  const lines = locations.flatMap(({ name, address }) => [name, address])
  return [{ label: 'Deliver to', lines }]
}
