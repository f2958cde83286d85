import { formatQuantity } from '../../contract/quantity.ts'
import { lockCommentText } from './comment-text.ts'
import { dayText, todayOf } from '../organizations/company-days.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Announcement } from './announcement.ts'
import { lastUnits } from './last-units.ts'
import type { FoundLowLocation, FoundLowStock, FoundShort, NotificationPayload } from './payloads.ts'
import { sentences, shortName } from './sentences.ts'
import { statusAnnouncement } from './status-announcements.ts'
import { transactionAnnouncement } from './transaction-announcements.ts'

/** The notifications for these causes, in order; none if the cause is over or concerns something archived. */
export async function announcementsOf(
  tx: Tx,
  org_id: string,
  payloads: readonly NotificationPayload[],
): Promise<Announcement[]> {
  const announcements: Announcement[] = []
  for (const payload of payloads) {
    const announcement = await announcementOf(tx, org_id, payload)
    if (announcement) announcements.push(announcement)
  }
  return announcements
}

async function announcementOf(tx: Tx, org_id: string, payload: NotificationPayload): Promise<Announcement | null> {
  switch (payload.found) {
    case 'told': {
      const { found: _, comment_id = null, ...notification } = payload
      const comment = comment_id === null ? null : await lockCommentText(tx, org_id, comment_id)
      if (comment_id !== null && comment === null) return null
      return {
        ...notification,
        comment_id,
        body: comment ?? notification.body ?? null,
        limited_body: comment ?? notification.limited_body ?? null,
        seen_through: notification.subject,
        to: notification.to ?? null,
      }
    }
    case 'low_stock':
      return lowStock(tx, org_id, payload)
    case 'low_location':
      return lowLocation(tx, org_id, payload)
    case 'short_for_orders':
      return shortForOrders(tx, org_id, payload)
    case 'transaction':
      return transactionAnnouncement(tx, org_id, payload)
    case 'status':
      return statusAnnouncement(tx, org_id, payload)
  }
}

const byTheServer = { user_id: null, actor_name: null, to: null, comment_id: null }

async function lowStock(tx: Tx, org_id: string, found: FoundLowStock): Promise<Announcement | null> {
  const { cause, happened_at, product_id, is_out, on_hand, minimum } = found
  const product = await productOf(tx, org_id, product_id)
  if (!product) return null
  const last = is_out ? await lastUnits(tx, org_id, found) : undefined
  const inStock = `${formatQuantity(on_hand)} on hand, minimum ${formatQuantity(minimum)}`
  const subject = { kind: 'product' as const, id: product_id }
  return {
    ...byTheServer,
    ...(last && { user_id: last.user_id, actor_name: last.user_reference, hides_actor_from_limited: true }),
    kind: is_out ? 'out_of_stock' : 'low_stock',
    cause,
    title: `${is_out ? 'Out of stock' : 'Low stock'}: ${shortName(product.name)}`,
    body: sentences([
      ...(is_out ? [] : [inStock]),
      ...(last ? [last.text] : []),
      ...(product.backordered > 0 ? [`${formatQuantity(product.backordered)} backordered`] : []),
      ...inTransitText(product),
      ...incomingText(product),
    ]),
    limited_body: null,
    subject,
    seen_through: subject,
    happened_at,
  }
}

async function lowLocation(tx: Tx, org_id: string, found: FoundLowLocation): Promise<Announcement | null> {
  const { cause, happened_at, product_id, location_id, on_hand, minimum } = found
  const product = await productOf(tx, org_id, product_id)
  const location = await tx.maybe(sql<{ name: string; in_transit: number; incoming: number }>`
    select o.name, l.in_transit, l.incoming from locations o
    cross join lateral (
      select coalesce(sum(in_transit), 0) as in_transit, coalesce(sum(incoming), 0) as incoming from stock_levels
      where org_id = o.org_id and product_id = ${product_id} and location_id = o.id) l
    where o.org_id = ${org_id} and o.id = ${location_id} and o.hidden_at is null`)
  if (!product || !location) return null
  const body = sentences([
    `${formatQuantity(on_hand)} on hand at ${shortName(location.name)}, minimum ${formatQuantity(minimum)}`,
    ...inTransitText(location),
    ...(location.incoming > 0 ? [`${formatQuantity(location.incoming)} incoming`] : []),
  ])
  return {
    ...byTheServer,
    kind: 'low_stock',
    cause,
    title: `Low stock at ${shortName(location.name)}: ${shortName(product.name)}`,
    body,
    limited_body: body,
    subject: { kind: 'product', id: product_id },
    seen_through: { kind: 'location', id: location_id },
    happened_at,
  }
}

/**
 * None if the orders have been reserved in the meantime. If the job that reserves is still waiting (stock returned by a
 * failed shipment), this waits for it, also while another server does it.
 */
async function shortForOrders(tx: Tx, org_id: string, found: FoundShort): Promise<Announcement | null> {
  const { cause, happened_at, product_id } = found
  if (found.waited) await waitForReservations(tx, org_id, found)
  const product = await productOf(tx, org_id, product_id)
  if (!product || product.backordered === 0) return null
  if (!found.waited && (await postponeWhileBackordersWait(tx, org_id, found)) > 0) return null
  const subject = { kind: 'product' as const, id: product_id }
  return {
    ...byTheServer,
    kind: 'short_for_orders',
    cause,
    title: `Backordered: ${shortName(product.name)}`,
    body: sentences([
      `${formatQuantity(product.backordered)} backordered`,
      ...inTransitText(product),
      ...incomingText(product),
    ]),
    limited_body: null,
    subject,
    seen_through: subject,
    happened_at,
  }
}

function postponeWhileBackordersWait(tx: Tx, org_id: string, found: FoundShort): Promise<number> {
  return tx.run(sql`
    insert into outbox (org_id, kind, payload)
    select ${org_id}, 'notifications', ${JSON.stringify({ ...found, waited: true })}::jsonb
    where exists (${reservationsOf(org_id, found)})`)
}

/** What another server has claimed is there until its commit, and locked: this returns after it. */
function waitForReservations(tx: Tx, org_id: string, found: FoundShort): Promise<number> {
  return tx.run(sql`${reservationsOf(org_id, found)} for update`)
}

const reservationsOf = (org_id: string, { product_id }: FoundShort) => sql`
  select from outbox
  where org_id = ${org_id} and kind = 'backorders' and payload -> 'product_ids' ? ${product_id}::text`

type ProductNow = Readonly<{
  name: string
  backordered: number
  in_transit: number
  incoming: number
  next_date: string | null
  is_late: boolean
}>

/** A product with its expected and owed quantities; undefined once it is archived: no action is needed any more. */
function productOf(tx: Tx, org_id: string, product_id: string): Promise<ProductNow | undefined> {
  return tx.maybe(sql<ProductNow>`
    select p.name, t.backordered, t.in_transit, t.incoming, next.day::text as next_date, coalesce(next.day < ${todayOf({ org_id })}, false) as is_late
    from products p
    join product_totals t on t.org_id = p.org_id and t.product_id = p.id
    cross join lateral (
      select min(o.expected_date) as day from purchase_order_items i
      join purchase_orders o on o.org_id = i.org_id and o.id = i.purchase_order_id
      where i.org_id = p.org_id and i.product_id = p.id and i.received_quantity < i.quantity and o.status in ('ordered', 'partial')) next
    where p.org_id = ${org_id} and p.id = ${product_id} and p.archived_at is null`)
}

function inTransitText({ in_transit }: Pick<ProductNow, 'in_transit'>): string[] {
  return in_transit === 0 ? [] : [`${formatQuantity(in_transit)} in transit`]
}

function incomingText({ incoming, next_date, is_late }: ProductNow): string[] {
  if (incoming === 0) return []
  const expected = next_date === null ? '' : `, expected ${dayText(next_date)}${is_late ? ', late' : ''}`
  return [`${formatQuantity(incoming)} incoming${expected}`]
}
