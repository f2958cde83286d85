import { goodsOf } from '../../contract/counted-goods.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import {
  carrierLabels,
  printPackingSlip,
  type Shipment,
  type ShipmentStatus,
  shippingMethodLabels,
} from '../../contract/shipments.ts'
import { printPackingSlips } from '../../contract/packing-slips.ts'
import { dayOf, dayText } from '../organizations/company-days.ts'
import { type Company, companyOf, letterhead } from '../organizations/company.ts'
import { printedFile, type PrintedFile, printedTogether, requireFewLines } from '../printed-documents/printed-file.ts'
import type { PrintedDocument } from '../printed-documents/printed-document.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { shipmentSize } from '../sales-orders/queries.ts'
import { shipmentsOf } from './queries.ts'
import { type Source, sourcesOfLine } from './slip-sources.ts'

export const printPackingSlipQuery = implement(printPackingSlip, async (tx, actor, { shipment_id }) => {
  const slip = await slipOf(tx, actor, shipment_id, 'company')
  return { ...fileOf(slip), recorded_as: exportOf(slip) }
})

/** Several slips in one file. Refuses not_found if a shipment is missing, and too many lines. */
export const printPackingSlipsQuery = implement(printPackingSlips, async (tx, actor, { shipment_ids }) => {
  const found = await tx.all(sql<{ line_count: number }>`
    select n.line_count from shipments s ${shipmentSize}
    where s.org_id = ${actor.org_id} and s.id = any (${shipment_ids}::uuid[])`)
  if (found.length < shipment_ids.length) refuse('not_found')
  requireFewLines(found, 'shipment_ids')
  const slips = await slipsOf(tx, actor, shipment_ids, 'company')
  return { ...printedTogether('Packing slips', slips.map(paperOf)), recorded_as: slips.map(exportOf) }
})

function exportOf({ shipment: { id, order_number, shipment_no } }: Slip) {
  return {
    table_name: 'shipments',
    record_id: id,
    item_name: `${order_number}, shipment ${shipment_no}`,
    summary: 'Exported packing slip',
  }
}

/**
 * A shipment's contents as PDF, without prices. For the company itself, it also shows the locations to pick from.
 * Refuses not_found.
 */
export async function printedPackingSlip(
  tx: Tx,
  actor: Actor,
  shipment_id: string,
  reader: Slip['reader'],
): Promise<PrintedFile> {
  return fileOf(await slipOf(tx, actor, shipment_id, reader))
}

const fileOf = (slip: Slip) =>
  printedFile(`Packing slip ${slip.shipment.order_number}-${slip.shipment.shipment_no}`, paperOf(slip))

async function slipOf(tx: Tx, actor: Actor, shipment_id: string, reader: Slip['reader']): Promise<Slip> {
  const [slip] = await slipsOf(tx, actor, [shipment_id], reader)
  return slip ?? refuse('not_found')
}

/** The data of several slips, in this order; shipments that don't exist are left out. */
async function slipsOf(tx: Tx, actor: Actor, ids: readonly string[], reader: Slip['reader']): Promise<Slip[]> {
  const [found, company, lines, customers] = await Promise.all([
    shipmentsOf(tx, actor, ids),
    companyOf(tx, actor),
    orderedOf(tx, actor, ids),
    customersOf(tx, actor, ids),
  ])
  const shipments = new Map(found.map((shipment) => [shipment.id, shipment]))
  const linesBy = Map.groupBy(lines, ({ shipment_id }) => shipment_id)
  const customersBy = new Map(customers.map((customer) => [customer.shipment_id, customer]))
  return ids.flatMap((id) => {
    const [shipment, order] = [shipments.get(id), customersBy.get(id)]
    return shipment && order ? [{ shipment, company, lines: linesBy.get(id) ?? [], order, reader }] : []
  })
}

/** The slip's details of a line besides its quantity. */
type SlipLine = {
  shipment_id: string
  line_no: number
  ordered: number | null
  backordered: number | null
  sources: Source[]
}
type Customer = { shipment_id: string; customer_email: string | null; customer_phone: string | null }
type Slip = Readonly<{
  shipment: Shipment
  company: Company
  lines: readonly SlipLine[]
  order: Customer
  reader: 'company' | 'customer'
}>

/**
 * For each line what the customer ordered, what still waits for stock, and how many of its units left from which
 * location and lot; before they leave, where to take them.
 */
function orderedOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<SlipLine[]> {
  return tx.all(sql<SlipLine>`
    select i.shipment_id, i.line_no, o.quantity as ordered, greatest(0, d.wanted - d.fulfilled - coalesce(r.reserved, 0)) as backordered,
      ${sourcesOfLine} as sources
    from shipment_contents i
    join shipments s on s.org_id = i.org_id and s.id = i.shipment_id
    left join sales_order_items o on o.org_id = i.org_id and o.id = i.sales_order_item_id
    left join stock_demands d on d.org_id = i.org_id and d.document_line_id = i.sales_order_item_id
    left join lateral (
      select sum(c.quantity) as reserved from stock_commitments c
      where c.org_id = i.org_id and c.document_line_id = i.sales_order_item_id and c.account = 'reserved'
    ) r on true
    where i.org_id = ${actor.org_id} and i.shipment_id = any (${ids}::uuid[]) order by i.line_no`)
}

function customersOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Customer[]> {
  return tx.all(sql<Customer>`
    select s.id as shipment_id, o.customer_email, o.customer_phone from shipments s
    join sales_orders o on o.org_id = s.org_id and o.id = s.sales_order_id
    where s.org_id = ${actor.org_id} and s.id = any (${ids}::uuid[])`)
}

/** Where units come from and how many, one line each: a customer sees only the lots. */
function sourcesText(sources: readonly Source[], reader: Slip['reader']): string {
  const texts = sources.map(({ location, lot_number, quantity }) => {
    const lot = lot_number === null ? '' : `Lot ${lot_number}`
    if (reader === 'customer') return lot
    return [`${formatQuantity(quantity)} × ${location}`, lot].filter(Boolean).join(' · ')
  })
  return [...new Set(texts)].filter(Boolean).join('\n')
}

/** A slip in a box that came back, or never left, must not look like that of a delivery. */
const badges: Partial<Record<ShipmentStatus, NonNullable<PrintedDocument['badge']>>> = {
  failed: { text: 'Failed', tone: 'red' },
  discarded: { text: 'Discarded', tone: 'red' },
}

function paperOf({ shipment, company, lines, order, reader }: Slip): PrintedDocument {
  const { carrier, shipping_method, tracking_number, shipment_no, order_number, customer_name, estimated_delivery } =
    shipment
  const known = new Map(lines.map((line) => [line.line_no, line]))
  const badge = badges[shipment.status]
  return {
    title: 'Packing Slip',
    ...(badge ? { badge } : {}),
    number: `${order_number}-${shipment_no}`,
    facts: [
      ['Order number', order_number],
      ['Shipment', String(shipment_no)],
      [shipment.shipped_at ? 'Shipped' : 'Date', dayOf(shipment.shipped_at ?? shipment.created_at, company)],
      ...(estimated_delivery ? [['Estimated delivery', dayText(estimated_delivery)] as const] : []),
      ...(carrier && shipping_method
        ? [['Carrier', `${carrierLabels[carrier]}, ${shippingMethodLabels[shipping_method]}`] as const]
        : []),
      ...(tracking_number ? [['Tracking number', tracking_number] as const] : []),
    ],
    from: letterhead(company),
    parties: [
      { label: 'Customer', lines: [customer_name, order.customer_email ?? '', order.customer_phone ?? ''] },
      { label: 'Ship to', lines: [shipment.shipping_address ?? customer_name] },
    ],
    columns: [
      { header: 'SKU' },
      { header: 'Product', grows: true },
      { header: 'Ordered', align: 'right' },
      { header: 'Shipped', align: 'right' },
      { header: 'Backordered', align: 'right' },
    ],
    rows: shipment.lines.map((line) => {
      const { ordered = null, backordered = null, sources = [] } = known.get(line.line_no) ?? {}
      return [
        line.product_sku,
        { text: line.product_name, note: sourcesText(sources, reader) },
        ordered === null ? '' : formatQuantity(ordered),
        formatQuantity(line.quantity),
        backordered === null ? '' : formatQuantity(backordered),
      ]
    }),
    sums: [sumOf(shipment)],
    notes: [['Notes', shipment.notes]],
  }
}

function sumOf({ units, lines }: Shipment): PrintedDocument['sums'][number] {
  const { count, noun } = goodsOf(units, lines)
  const label = noun === 'unit' ? 'Units in this shipment' : 'Products in this shipment'
  return { label, value: formatQuantity(count), strong: true }
}
