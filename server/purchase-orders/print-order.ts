import { formatCost, formatMoney } from '../../contract/money.ts'
import { printPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type Company, companyOf, dayOf, dayText, letterhead } from '../organizations/company.ts'
import { type Paper, pricedColumns, printPaper } from '../papers/paper.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor, type FileAnswer } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { purchaseOrderOf } from './queries.ts'

export const printPurchaseOrderQuery = implement(printPurchaseOrder, (tx, actor, { id }) =>
  printedPurchaseOrder(tx, actor, id),
)

/** An order as it goes to the supplier, as PDF. Refuses not_found. */
export async function printedPurchaseOrder(tx: Tx, actor: Actor, id: string): Promise<FileAnswer & { body: Buffer }> {
  const [order, company] = await Promise.all([purchaseOrderOf(tx, actor, id), companyOf(tx, actor)])
  const [supplier, locations] = await Promise.all([supplierOf(tx, actor, order), locationsOf(tx, actor, order)])
  return {
    file_name: `Purchase Order ${order.order_number}.pdf`,
    content_type: 'application/pdf',
    body: await printPaper(paperOf(order, company, supplier, locations)),
  }
}

type Supplier = { name: string; contact_person: string; address: string; phone: string; email: string }

/** Whom the order goes to, as they are known today. */
function supplierOf(tx: Tx, actor: Actor, { supplier_id }: PurchaseOrder): Promise<Supplier> {
  return tx.one(sql<Supplier>`
    select name, coalesce(contact_person, '') as contact_person, coalesce(address, '') as address, coalesce(phone, '') as phone,
      coalesce(email, '') as email
    from suppliers where org_id = ${actor.org_id} and id = ${supplier_id}`)
}

type Location = { name: string; address: string }

/** Where the goods are to be brought, in the order of the lines. */
export async function locationsOf(tx: Tx, actor: Actor, { lines }: PurchaseOrder): Promise<Location[]> {
  const ids = [...new Set(lines.flatMap((line) => line.location_id ?? []))]
  if (ids.length === 0) return []
  return tx.all(sql<Location>`
    select name, coalesce(address, '') as address from locations
    where org_id = ${actor.org_id} and id = any (${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`)
}

/** For a reader who sees some of the lines it says that the amount is the whole order's. */
const totalLabel = ({ currency, concerns_other_locations }: PurchaseOrder) =>
  `${concerns_other_locations ? 'Total of the whole order' : 'Total'} ${currency}`

function paperOf(order: PurchaseOrder, company: Company, supplier: Supplier, locations: readonly Location[]): Paper {
  const { name, contact_person, address, phone, email } = supplier
  return {
    title: 'Purchase Order',
    facts: [
      ['Order', order.order_number],
      [
        'Order date',
        order.order_date ? dayText(order.order_date) : dayOf(order.ordered_at ?? order.created_at, company),
      ],
      ...(order.expected_date ? [['Expected', dayText(order.expected_date)] as const] : []),
      ...locations.map(
        (location) => ['Deliver to', [location.name, location.address].filter(Boolean).join('\n')] as const,
      ),
      ...(order.status === 'draft' ? [['Status', 'Draft'] as const] : []),
      ...(order.status === 'cancelled' ? [['Status', 'Cancelled'] as const] : []),
    ],
    from: letterhead(company),
    to: { label: 'Supplier', lines: [name, contact_person, address, phone, email] },
    columns: pricedColumns,
    rows: order.lines.map((line) => [
      line.product_sku,
      line.product_name,
      formatQuantity(line.quantity),
      formatCost(line.unit_price),
      formatMoney(line.amount),
    ]),
    sums: [{ label: totalLabel(order), value: formatMoney(order.total_amount), strong: true }],
    notes: order.notes,
  }
}
