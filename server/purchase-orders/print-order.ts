import { formatCost, formatMoney, sumAmounts } from '../../contract/money.ts'
import { printPurchaseOrders } from '../../contract/purchase-documents.ts'
import { printPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { recognizedTermsDays } from '../../contract/payment-terms.ts'
import { paymentTermsText } from '../../contract/printed-documents.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { dayOf, dayText } from '../organizations/company-days.ts'
import { type Company, companyOf, letterhead } from '../organizations/company.ts'
import { printedFile, type PrintedFile, printedTogether, requireFewLines } from '../printed-documents/printed-file.ts'
import { type PrintedDocument, pricedColumns } from '../printed-documents/printed-document.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { purchaseOrdersOf } from './queries.ts'

export const printPurchaseOrderQuery = implement(printPurchaseOrder, async (tx, actor, { id }) => {
  const printed = await orderToPrint(tx, actor, id)
  return { ...fileOf(printed), recorded_as: exportOf(printed) }
})

/** Several orders in one file. Refuses not_found if one is missing, and too many lines. */
export const printPurchaseOrdersQuery = implement(printPurchaseOrders, async (tx, actor, { order_ids }) => {
  const found = await tx.all(sql<{ line_count: number }>`
    select line_count from purchase_orders where org_id = ${actor.org_id} and id = any (${order_ids}::uuid[])`)
  if (found.length < order_ids.length) refuse('not_found')
  requireFewLines(found, 'order_ids')
  const printed = await ordersToPrint(tx, actor, order_ids)
  return { ...printedTogether('Purchase Orders', printed.map(paperOf)), recorded_as: printed.map(exportOf) }
})

function exportOf({ order }: OrderToPrint) {
  return {
    table_name: 'purchase_orders',
    record_id: order.id,
    item_name: order.order_number,
    summary: 'Exported purchase order',
  }
}

/** The data of an order's document, with the supplier's and the locations' current contact data. */
export type OrderToPrint = Readonly<{
  order: PurchaseOrder
  company: Company
  supplier: Supplier
  locations: readonly Location[]
}>

/** Reads the data of an order's document. Refuses not_found. */
export async function orderToPrint(tx: Tx, actor: Actor, id: string): Promise<OrderToPrint> {
  const [printed] = await ordersToPrint(tx, actor, [id])
  return printed ?? refuse('not_found')
}

/** The same for several orders, in this order; those that don't exist are left out. */
async function ordersToPrint(tx: Tx, actor: Actor, ids: readonly string[]): Promise<OrderToPrint[]> {
  const [found, company] = await Promise.all([purchaseOrdersOf(tx, actor, ids), companyOf(tx, actor)])
  const orders = new Map(found.map((order) => [order.id, order]))
  const [suppliers, locations] = await Promise.all([suppliersOf(tx, actor, found), locationsById(tx, actor, found)])
  return ids.flatMap((id) => {
    const order = orders.get(id)
    const supplier = order && suppliers.get(order.supplier_id)
    return supplier ? [{ order, company, supplier, locations: locationsIn(order, locations) }] : []
  })
}

/** An order for the supplier, as PDF. */
export function fileOf(printed: OrderToPrint): PrintedFile {
  return printedFile(`Purchase Order ${printed.order.order_number}`, paperOf(printed))
}

type Supplier = {
  id: string
  name: string
  contact_person: string
  address: string
  phone: string
  email: string
  tax_id: string
  payment_terms: string
}

async function suppliersOf(tx: Tx, actor: Actor, orders: readonly PurchaseOrder[]): Promise<Map<string, Supplier>> {
  const ids = [...new Set(orders.map(({ supplier_id }) => supplier_id))]
  const suppliers = await tx.all(sql<Supplier>`
    select id, name, coalesce(contact_person, '') as contact_person, coalesce(address, '') as address, coalesce(phone, '') as phone,
      coalesce(email, '') as email, coalesce(tax_id, '') as tax_id, coalesce(payment_terms, '') as payment_terms
    from suppliers where org_id = ${actor.org_id} and id = any (${ids}::uuid[])`)
  return new Map(suppliers.map((supplier) => [supplier.id, supplier]))
}

type Location = { id: string; name: string; address: string }

/** The delivery addresses, in the order of the lines. */
export async function locationsOf(tx: Tx, actor: Actor, order: PurchaseOrder): Promise<Location[]> {
  return locationsIn(order, await locationsById(tx, actor, [order]))
}

const locationIds = (orders: readonly PurchaseOrder[]) => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap((line) => line.location_id ?? []))),
]

const locationsIn = (order: PurchaseOrder, locations: ReadonlyMap<string, Location>): Location[] =>
  locationIds([order]).flatMap((id) => locations.get(id) ?? [])

async function locationsById(tx: Tx, actor: Actor, orders: readonly PurchaseOrder[]): Promise<Map<string, Location>> {
  const ids = locationIds(orders)
  if (ids.length === 0) return new Map()
  const locations = await tx.all(sql<Location>`
    select id, name, coalesce(address, '') as address from locations
    where org_id = ${actor.org_id} and id = any (${ids}::uuid[])`)
  return new Map(locations.map((location) => [location.id, location]))
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
