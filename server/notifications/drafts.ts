import { formatQuantity } from '../../contract/quantity.ts'
import { lockCommentText } from './comment-text.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Draft } from './draft.ts'
import type { FoundLowLocation, FoundLowStock, FoundShort, NotificationPayload } from './payloads.ts'
import { sentences, shortName } from './sentences.ts'
import { statusDraft } from './status-drafts.ts'
import { transactionDraft } from './transaction-drafts.ts'

/**
 * The notifications that causes become, in their order; none where what happened is over or concerns something
 * archived.
 */
export async function draftsOf(tx: Tx, org_id: string, payloads: readonly NotificationPayload[]): Promise<Draft[]> {
  const drafts: Draft[] = []
  for (const payload of payloads) {
    const draft = await draftOf(tx, org_id, payload)
    if (draft) drafts.push(draft)
  }
  return drafts
}

async function draftOf(tx: Tx, org_id: string, payload: NotificationPayload): Promise<Draft | null> {
  switch (payload.found) {
    case 'told': {
      const { found: _, comment_id = null, ...told } = payload
      const comment = comment_id === null ? null : await lockCommentText(tx, org_id, comment_id)
      if (comment_id !== null && comment === null) return null
      return {
        ...told,
        comment_id,
        body: comment ?? told.body ?? null,
        limited_body: comment ?? told.limited_body ?? null,
        seen_through: told.subject,
        to: told.to ?? null,
      }
    }
    case 'low_stock':
      return lowStock(tx, org_id, payload)
    case 'low_location':
      return lowLocation(tx, org_id, payload)
    case 'short_for_orders':
      return shortForOrders(tx, org_id, payload)
    case 'transaction':
      return transactionDraft(tx, org_id, payload)
    case 'status':
      return statusDraft(tx, org_id, payload)
  }
}

const byTheServer = { user_id: null, actor_name: null, to: null, comment_id: null }

async function lowStock(tx: Tx, org_id: string, found: FoundLowStock): Promise<Draft | null> {
  const { cause, happened_at, product_id, is_out, on_hand, minimum } = found
  const product = await productOf(tx, org_id, product_id)
  if (!product) return null
  const figures = is_out ? [] : [`${formatQuantity(on_hand)} on hand, minimum ${formatQuantity(minimum)}`]
  const subject = { kind: 'product' as const, id: product_id }
  return {
    ...byTheServer,
    kind: is_out ? 'out_of_stock' : 'low_stock',
    cause,
    title: `${is_out ? 'Out of stock' : 'Low stock'}: ${shortName(product.name)}`,
    body: sentences([
      ...figures,
      ...(product.backordered > 0 ? [`${formatQuantity(product.backordered)} backordered`] : []),
      ...incomingText(product),
    ]),
    limited_body: null,
    subject,
    seen_through: subject,
    happened_at,
  }
}

async function lowLocation(tx: Tx, org_id: string, found: FoundLowLocation): Promise<Draft | null> {
  const { cause, happened_at, product_id, location_id, on_hand, minimum } = found
  const product = await productOf(tx, org_id, product_id)
  const location = await tx.maybe(sql<{ name: string }>`
    select name from locations where org_id = ${org_id} and id = ${location_id} and hidden_at is null`)
  if (!product || !location) return null
  const body = `${formatQuantity(on_hand)} on hand at ${shortName(location.name)}, minimum ${formatQuantity(minimum)}.`
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
 * Nothing where the orders have got their goods meanwhile. Where the work that reserves them is still waiting (goods
 * that came back with a failed shipment), this waits behind it.
 */
async function shortForOrders(tx: Tx, org_id: string, found: FoundShort): Promise<Draft | null> {
  const { cause, happened_at, product_id } = found
  const product = await productOf(tx, org_id, product_id)
  if (!product || product.backordered === 0) return null
  if (!found.waited && (await waitBehindBackorders(tx, org_id, found)) > 0) return null
  const subject = { kind: 'product' as const, id: product_id }
  return {
    ...byTheServer,
    kind: 'short_for_orders',
    cause,
    title: `Short for customer orders: ${shortName(product.name)}`,
    body: sentences([`${formatQuantity(product.backordered)} backordered`, ...incomingText(product)]),
    limited_body: null,
    subject,
    seen_through: subject,
    happened_at,
  }
}

function waitBehindBackorders(tx: Tx, org_id: string, found: FoundShort): Promise<number> {
  return tx.run(sql`
    insert into outbox (org_id, kind, payload)
    select ${org_id}, 'notifications', ${JSON.stringify({ ...found, waited: true })}::jsonb
    where exists (
      select from outbox
      where org_id = ${org_id} and kind = 'backorders' and payload -> 'product_ids' ? ${found.product_id}::text)`)
}

type ProductNow = Readonly<{ name: string; backordered: number; incoming: number }>

/** A product with what is expected and owed of it; undefined once it is archived: no one has to act on it any more. */
function productOf(tx: Tx, org_id: string, product_id: string): Promise<ProductNow | undefined> {
  return tx.maybe(sql<ProductNow>`
    select p.name, t.backordered, t.incoming
    from products p
    join product_totals t on t.org_id = p.org_id and t.product_id = p.id
    where p.org_id = ${org_id} and p.id = ${product_id} and p.archived_at is null`)
}

function incomingText({ incoming }: ProductNow): string[] {
  return incoming > 0 ? [`${formatQuantity(incoming)} incoming`] : []
}
