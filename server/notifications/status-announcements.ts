import { summedGoods } from '../../contract/counted-goods.ts'
import { counted } from '../../contract/counted-nouns.ts'
import { mixedProducts } from '../organizations/mixed-products.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Announcement } from './announcement.ts'
import { kindOfStatus, type FoundStatus } from './notify-of-status.ts'
import { sentences, shortName } from './sentences.ts'

type Found = FoundStatus & Pick<Announcement, 'cause' | 'happened_at' | 'user_id' | 'actor_name'>

/** The notification of a document's new status; none if the document no longer exists or the status isn't announced. */
export async function statusAnnouncement(tx: Tx, org_id: string, found: Found): Promise<Announcement | null> {
  const { document, id, cause, happened_at, user_id, actor_name } = found
  const words = wordsOf(found)
  const shown = words && (await read[document](tx, org_id, id))
  if (!shown) return null
  const subject = { kind: document, id }
  const { number, about } = shown
  return {
    kind: kindOfStatus(found),
    cause,
    title: `${number} ${words}`,
    body: sentences(about),
    limited_body: null,
    subject,
    seen_through: subject,
    comment_id: null,
    user_id,
    actor_name,
    to: null,
    happened_at,
  }
}

/**
 * The title for a status; null if it isn't announced: a receipt is announced separately and not through its order, and
 * a shipment once it leaves.
 */
function wordsOf({ document, old_status, new_status }: Found): string | null {
  switch (document) {
    case 'sales_order':
      return old_status === null ? 'created' : `is ${new_status}`
    case 'purchase_order':
      if (old_status === null) return 'created'
      if (new_status === 'draft') return 'was moved back to draft'
      if (new_status === 'cancelled') return 'is cancelled'
      return old_status === 'draft' ? 'is ordered' : null
    case 'shipment':
      if (new_status === 'in_transit') return old_status === 'delivered' ? 'is in transit again' : 'is on its way'
      if (new_status === 'delivered') return 'is delivered'
      if (new_status === 'failed') return 'has failed'
      return new_status === 'pending' && old_status !== null ? 'was moved back to pending' : null
    case 'receipt':
    case 'return':
      return new_status === 'undone' ? 'was undone' : 'received'
    case 'transfer':
      if (new_status === 'cancelled') return old_status === 'completed' ? 'was undone' : 'was cancelled'
      return new_status === 'pending' ? 'is on its way' : 'was received'
  }
}

type Shown = Readonly<{ number: string; about: string[] }>

const read: Record<Found['document'], (tx: Tx, org_id: string, id: string) => Promise<Shown | undefined>> = {
  async sales_order(tx, org_id, id) {
    const order = await tx.maybe(sql<{ order_number: string; customer_name: string }>`
      select order_number, customer_name from sales_orders where org_id = ${org_id} and id = ${id}`)
    return order && { number: order.order_number, about: [shortName(order.customer_name)] }
  },
  async purchase_order(tx, org_id, id) {
    const order = await tx.maybe(sql<{ order_number: string; supplier_name: string }>`
      select o.order_number, s.name as supplier_name
      from purchase_orders o join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
      where o.org_id = ${org_id} and o.id = ${id}`)
    return order && { number: order.order_number, about: [shortName(order.supplier_name)] }
  },
  /** None if an order's status caused it: that is announced already. */
  async shipment(tx, org_id, id) {
    const shipment = await tx.maybe(sql<{
      shipment_no: number
      order_number: string
      customer_name: string
      units: number
      mixed_products: number | null
    }>`
      select s.shipment_no, o.order_number, o.customer_name, coalesce(sum(i.quantity), 0) as units,
        ${mixedProducts(sql`shipment_items`, sql`i.org_id = s.org_id and i.shipment_id = s.id`)} as mixed_products
      from shipments s
      join sales_orders o on o.org_id = s.org_id and o.id = s.sales_order_id
      left join shipment_items i on i.org_id = s.org_id and i.shipment_id = s.id
      where s.org_id = ${org_id} and s.id = ${id} and not s.is_implicit
      group by s.org_id, s.id, o.order_number, o.customer_name`)
    if (!shipment) return undefined
    const { shipment_no, order_number, customer_name } = shipment
    return {
      number: `Shipment ${shipment_no} of ${order_number}`,
      about: [`${summedGoods(shipment)} to ${shortName(customer_name)}`],
    }
  },
  async receipt(tx, org_id, id) {
    const receipt = await tx.maybe(sql<{
      order_number: string
      supplier_name: string
      units: number
      mixed_products: number | null
    }>`
      select o.order_number, s.name as supplier_name, r.units,
        ${mixedProducts(sql`receipt_items`, sql`i.org_id = r.org_id and i.receipt_id = r.id`)} as mixed_products
      from receipts r
      join purchase_orders o on o.org_id = r.org_id and o.id = r.purchase_order_id
      join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
      where r.org_id = ${org_id} and r.id = ${id}`)
    if (!receipt) return undefined
    const { order_number, supplier_name } = receipt
    return {
      number: `Delivery of ${order_number}`,
      about: [`${summedGoods(receipt)} from ${shortName(supplier_name)}`],
    }
  },
  async return(tx, org_id, id) {
    const found = await tx.maybe(sql<{
      order_number: string
      customer_name: string
      units: number
      mixed_products: number | null
    }>`
      select o.order_number, o.customer_name, coalesce(sum(i.quantity), 0) as units,
        ${mixedProducts(sql`sales_return_items`, sql`i.org_id = r.org_id and i.return_id = r.id`)} as mixed_products
      from sales_returns r
      join sales_orders o on o.org_id = r.org_id and o.id = r.sales_order_id
      left join sales_return_items i on i.org_id = r.org_id and i.return_id = r.id
      where r.org_id = ${org_id} and r.id = ${id}
      group by r.org_id, r.id, o.order_number, o.customer_name`)
    if (!found) return undefined
    const { order_number, customer_name } = found
    return {
      number: `Return of ${order_number}`,
      about: [`${summedGoods(found)} from ${shortName(customer_name)}`],
    }
  },
  async transfer(tx, org_id, id) {
    const found = await tx.maybe(sql<{ product_name: string; from_name: string; to_name: string; quantity: number }>`
      select p.name as product_name, f.name as from_name, t.name as to_name, x.quantity
      from location_transfers x
      join products p on p.org_id = x.org_id and p.id = x.product_id
      join locations f on f.org_id = x.org_id and f.id = x.from_location_id
      join locations t on t.org_id = x.org_id and t.id = x.to_location_id
      where x.org_id = ${org_id} and x.id = ${id}`)
    if (!found) return undefined
    const { product_name, from_name, to_name, quantity } = found
    return {
      number: `Transfer of ${shortName(product_name)}`,
      about: [`${counted(quantity, 'unit')} from ${shortName(from_name)} to ${shortName(to_name)}`],
    }
  },
}
