import {
  type CheckedOrder,
  checkPurchaseOrderSubmissions,
  reopenPurchaseOrders,
  submitPurchaseOrders,
  tooManyToSubmit,
} from '../../contract/purchase-order-submissions.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { Refusal, refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { noLocationAccess } from '../platform/sql-errors.ts'
import { incomingReasons, postIncomingOfAll } from './incoming.ts'
import { type LockedOrder, lockOrders, readLinesOfAll, refusalOf, type StoredLine } from './lock-order.ts'
import { refreshOrders } from './refresh-order.ts'
import { placeLines } from './write-lines.ts'

type WithLines = { order: LockedOrder; lines: readonly StoredLine[] }

/** What submitting each of the orders would refuse, for the confirmation: status and payment first, then lines. */
export const checkPurchaseOrderSubmissionsQuery = implement(
  checkPurchaseOrderSubmissions,
  async (tx, actor, { order_ids: ids }) => {
    const [orders, lines, inactive] = await Promise.all([
      tx.all(sql<LockedOrder & { concerns_others: boolean }>`
        select o.id, o.order_number, o.payment_terms_days, o.status, o.payment_status, o.total_amount, o.paid_amount, o.version,
          ${actor.location_ids === null ? sql`false` : sql`app.concerns_other_locations(o.org_id, 'purchase_order', o.id)`} as concerns_others
        from purchase_orders o where o.org_id = ${actor.org_id} and o.id = any (${ids}::uuid[])`),
      readLinesOfAll(tx, actor, ids),
      inactiveLocations(tx, actor, ids),
    ])
    const [orderOf, linesOf] = [new Map(orders.map((order) => [order.id, order])), byOrder(lines)]
    return {
      orders: ids.map((id): CheckedOrder => {
        const order = orderOf.get(id)
        if (!order) {
          const refusal = { code: 'not_found', message: 'This order no longer exists' }
          return { id, order_number: null, version: null, total_amount: 0, refusal }
        }
        const { order_number, version, total_amount } = order
        const refusal = order.concerns_others
          ? new Refusal('forbidden', noLocationAccess)
          : refusalToSubmit({ order, lines: linesOf.get(id) ?? [] }, inactive)
        return { id, order_number, version, total_amount, refusal: refusal?.body().error ?? null }
      }),
    }
  },
)

/**
 * Submits several drafts in one transaction: what Submit Order does with each. Refuses, for the first order that has a
 * reason, in this order: not_found; forbidden to a limited member if it concerns other locations; conflict (version);
 * wrong_status; product_archived, location_not_active. Refuses invalid_input if they have too many lines together.
 */
export const submitPurchaseOrdersCommand = implement(submitPurchaseOrders, async (tx, actor, { orders: asked }) => {
  const locked = await lockAsked(tx, actor, asked, 'submitted')
  const inactive = await inactiveLocations(tx, actor, idsOf(locked))
  for (const one of locked) requireNone(one, refusalToSubmit(one, inactive), 'submitted')
  const orders = locked.map(({ order }) => order)
  await placeLines(tx, actor, idsOf(locked))
  const statuses = await refreshOrders(tx, actor, orders, { status: 'ordered' })
  const placed = byOrder(await readLinesOfAll(tx, actor, idsOf(locked)))
  const changes = locked.map(({ order, lines }, index) => ({
    order,
    before: { status: order.status, lines },
    after: { status: statuses[index] ?? order.status, lines: placed.get(order.id) ?? [] },
  }))
  await postIncomingOfAll(tx, actor, 'order', changes)
  return { orders: orders.map(({ id, version }) => ({ id, version: version + 1 })) }
})

/**
 * Returns several ordered orders to draft, in one transaction. Refuses, for the first order that has a reason, in this
 * order: not_found; forbidden; conflict (version); wrong_status (also if something was received).
 */
export const reopenPurchaseOrdersCommand = implement(reopenPurchaseOrders, async (tx, actor, { orders: asked }) => {
  const locked = await lockAsked(tx, actor, asked, 'changed')
  for (const one of locked) requireNone(one, refusalOf(one.order, one.lines, 'reopen'), 'changed')
  const orders = locked.map(({ order }) => order)
  const statuses = await refreshOrders(tx, actor, orders, { status: 'draft' })
  const changes = locked.map(({ order, lines }, index) => ({
    order,
    before: { status: order.status, lines },
    after: { status: statuses[index] ?? order.status, lines },
  }))
  await postIncomingOfAll(tx, actor, 'order_reopening', changes)
  return { orders: orders.map(({ id, version }) => ({ id, version: version + 1 })) }
})

type Asked = InputOf<typeof submitPurchaseOrders>['orders']
type Done = 'submitted' | 'changed'

/** The orders with their lines, locked by id, in the order of the request. */
async function lockAsked(tx: Tx, actor: Actor, asked: Asked, done: Done): Promise<WithLines[]> {
  const ids = asked.map(({ id }) => id)
  const locked = new Map((await lockOrders(tx, actor, ids)).map((order) => [order.id, order]))
  const orders: LockedOrder[] = []
  for (const [row, { id, version }] of asked.entries()) {
    const order = locked.get(id)
    if (!order)
      refuseFields(
        { [`orders.${row}.id`]: `One of these orders no longer exists, so nothing was ${done}` },
        'not_found',
      )
    await requireWholeDocument(tx, actor, 'purchase_order', id)
    const { order_number } = order
    if (order.version !== version) {
      const details = { order_id: id, order_number, seen: version, present: order.version }
      refuse('conflict', details, `${order_number} was changed in the meantime, so nothing was ${done}.`)
    }
    orders.push(order)
  }
  const lines = await readLinesOfAll(tx, actor, ids)
  if (lines.length > limits.linesSubmittedAtOnce) refuseFields({ orders: tooManyToSubmit })
  const linesOf = byOrder(lines)
  return orders.map((order) => ({ order, lines: linesOf.get(order.id) ?? [] }))
}

/** Why a draft can't be submitted, or null. `inactive` are locations by id. */
function refusalToSubmit({ order, lines }: WithLines, inactive: ReadonlyMap<string, string>): Refusal | null {
  const refusal = refusalOf(order, lines, 'submit')
  if (refusal) return refusal
  const archived = lines.find((line) => line.is_archived)
  if (archived) {
    const { product_id, product_name: product } = archived
    return new Refusal('product_archived', incomingReasons.product_archived(product), {
      details: { product_id, product },
    })
  }
  for (const { location_id } of lines) {
    const location = location_id && inactive.get(location_id)
    if (location)
      return new Refusal('location_not_active', incomingReasons.location_not_active(location), {
        details: { location_id, location },
      })
  }
  return null
}

/** Refuses all of the orders because of this one, which the message names. */
function requireNone({ order }: WithLines, refusal: Refusal | null, done: Done): void {
  if (!refusal) return
  const { code, message, details } = refusal.body().error
  const { id, order_number } = order
  refuse(code, { ...details, order_id: id, order_number }, `${order_number}: ${message} Nothing was ${done}.`)
}

/** The names of the inactive locations where items of these orders are expected. */
async function inactiveLocations(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.all(sql<{ id: string; name: string }>`
    select l.id, l.name from locations l
    where l.org_id = ${actor.org_id} and not l.is_active and l.id in (
      select i.location_id from purchase_order_items i
      where i.org_id = ${actor.org_id} and i.purchase_order_id = any (${ids}::uuid[]))`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const idsOf = (locked: readonly WithLines[]) => locked.map(({ order }) => order.id)

const byOrder = (lines: readonly StoredLine[]) => Map.groupBy(lines, (line) => line.purchase_order_id)
