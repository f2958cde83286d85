import { isOpen, type PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import { quantityOf, exactUnits } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postMany, postStock } from '../../ledger/post-stock.ts'
import type { Demand, MoveLine, NewPosting } from '../../ledger/posting.ts'
import { explainRefusals, type RefusalMessages } from '../stock/explain-refusals.ts'
import type { LockedOrder, StoredLine } from './lock-order.ts'

/** An order's lines with its status: incoming follows from both. */
export type OrderState = { status: PurchaseOrderStatus; lines: readonly StoredLine[] }
type Expected = { location_id: string; quantity: number } | null
/** What one line needs: its demand, and the moves that correct its incoming quantity. */
type LinePlan = { demand: Demand; moves: MoveLine[] }

const minus = (one: number, other: number) => quantityOf(exactUnits(one) - exactUnits(other))

/** The outstanding quantity of a line: nothing unless the order is open. */
function expected(status: PurchaseOrderStatus, line: StoredLine | undefined): Expected {
  if (!line || !isOpen(status)) return null
  const quantity = minus(line.quantity, line.received_quantity)
  if (quantity === 0) return null
  if (line.location_id === null) throw new Error(`line ${line.id} of an open order has no location`)
  return { location_id: line.location_id, quantity }
}

/**
 * The moves and demands that change incoming from one state of an order to another: a decrease returns to the supplier,
 * a new location is moved to, an increase comes from the supplier. Unchanged lines are left out.
 */
export function planIncoming(order_id: string, before: OrderState, after: OrderState): LinePlan[] {
  const now = new Map(after.lines.map((line) => [line.id, line]))
  const then = new Map(before.lines.map((line) => [line.id, line]))
  const lines = [...before.lines.filter((line) => !now.has(line.id)), ...after.lines]
  return lines.flatMap((line) => {
    const [old, next] = [then.get(line.id), now.get(line.id)]
    const moves = movesOf(line, expected(before.status, old), expected(after.status, next))
    if (moves.length === 0) return []
    const wanted = next && isOpen(after.status) ? next.quantity : (next ?? line).received_quantity
    const demand: Demand = {
      document_line_id: line.id,
      document_kind: 'purchase_order',
      document_id: order_id,
      product_id: line.product_id,
      wanted,
    }
    return [{ demand, moves }]
  })
}

function movesOf(line: StoredLine, old: Expected, next: Expected): MoveLine[] {
  const had = old?.quantity ?? 0
  const stays = Math.min(had, next?.quantity ?? 0)
  const named = { product_id: line.product_id, document_line_id: line.id, unit_cost: line.unit_price }
  const moves: MoveLine[] = []
  if (old && had > stays)
    moves.push({
      ...named,
      from_account: 'incoming',
      from_location_id: old.location_id,
      to_account: 'supplier',
      quantity: minus(had, stays),
    })
  if (old && next && stays > 0 && old.location_id !== next.location_id)
    moves.push({
      ...named,
      from_account: 'incoming',
      from_location_id: old.location_id,
      to_account: 'incoming',
      to_location_id: next.location_id,
      quantity: stays,
    })
  if (next && next.quantity > stays)
    moves.push({
      ...named,
      from_account: 'supplier',
      to_account: 'incoming',
      to_location_id: next.location_id,
      quantity: minus(next.quantity, stays),
    })
  return moves
}

/** How an order changes: what is incoming follows from both states. */
export type IncomingChange = { order: LockedOrder; before: OrderState; after: OrderState }

/**
 * Posts the result of `planIncoming` in the one posting of this transaction; nothing if nothing changes. `kind` is its
 * name in the ledger. Refuses product_archived, location_not_active, period_closed … with messages that name the
 * product.
 */
export async function postIncoming(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  kind: string,
  before: OrderState,
  after: OrderState,
): Promise<void> {
  const posting = incomingPosting(kind, { order, before, after })
  if (posting) await explainRefusals(postStock(tx, actor, posting), incomingSentences)
}

/** The same for several orders, each with a posting of its own, all or none. */
export async function postIncomingOfAll(
  tx: Tx,
  actor: Actor,
  kind: string,
  changes: readonly IncomingChange[],
): Promise<void> {
  const postings = changes.flatMap((change) => incomingPosting(kind, change) ?? [])
  if (postings.length > 0) await explainRefusals(postMany(tx, actor, postings), incomingSentences)
}

/** Why a product or a location of an order can't be incoming. */
export const incomingReasons = {
  product_archived: (product: unknown) => `${product} is archived. Restore it or remove it from the order.`,
  location_not_active: (location: unknown) => `${location} isn’t active. Choose another location for its items.`,
}

const incomingSentences: RefusalMessages = {
  fields: null,
  sentences: {
    product_archived: ({ product }) => incomingReasons.product_archived(product),
    location_not_active: ({ location }) => incomingReasons.location_not_active(location),
  },
}

function incomingPosting(kind: string, { order, before, after }: IncomingChange): NewPosting | null {
  const plan = planIncoming(order.id, before, after)
  if (plan.length === 0) return null
  return {
    id: newId(),
    kind,
    source_kind: 'purchase_order',
    source_id: order.id,
    metadata: {
      purchase_order_id: order.id,
      purchase_order_number: order.order_number,
      supplier_name: order.supplier_name,
    },
    demands: plan.map((line) => line.demand),
    lines: plan.flatMap((line) => line.moves),
  }
}
