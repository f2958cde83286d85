import { counted } from '../../contract/counted-nouns.ts'
import { reserveGroup } from '../../ledger/post-group.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { amount, explainRefusals, type RefusalMessages } from '../stock/explain-refusals.ts'
import { releaseLine, reserveLine } from '../../ledger/demands.ts'
import type { Demand, MoveLine, NewPosting } from '../../ledger/posting.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { RefusalDetails } from '../../ledger/refusals.ts'
import type { LockedOrder, StoredLine } from './lock-order.ts'
import type { NewOrder } from './write-new-orders.ts'

/** An order as its postings name it. */
type OrderNames = Pick<LockedOrder, 'id' | 'order_number' | 'customer_name'>

/**
 * A line's demand. `moves`: it is wanted at another location than before. `isFinished`: all of it is shipped and was
 * shipped before, so nothing is reserved and its product may be archived.
 */
export type LineDemand = {
  line: Pick<StoredLine, 'id' | 'product_id'>
  wanted: number
  moves?: boolean
  isFinished?: boolean
}

/** What a line asks for, as the ledger stores it: units wanted at a location, or at any if it is null. */
export function demandOf(order_id: string, location_id: string | null, { line, wanted, moves }: LineDemand): Demand {
  return {
    document_line_id: line.id,
    document_kind: 'sales_order',
    document_id: order_id,
    product_id: line.product_id,
    location_id,
    wanted,
    ...(moves && { relocates: true }),
  }
}

/** An order's data on its postings, for the history. */
export function metadataOf(order: OrderNames): Record<string, unknown> {
  return {
    sales_order_id: order.id,
    sales_order_number: order.order_number,
    customer_name: order.customer_name,
  }
}

/**
 * The posting that sets what lines want and adjusts their reservations: an excess is released, a shortage is reserved
 * as far as available, the rest is backordered. The quantities are decided under the lock of the demands, so it can be
 * posted for lines that are correct already: then it moves nothing.
 */
export function reservingPosting(
  order: OrderNames,
  location_id: string | null,
  kind: string,
  lineDemands: readonly LineDemand[],
): NewPosting {
  const unfinished = lineDemands.filter(({ isFinished }) => !isFinished)
  return {
    id: newId(),
    kind,
    source_kind: 'sales_order',
    source_id: order.id,
    metadata: metadataOf(order),
    demands: lineDemands.map((demand) => demandOf(order.id, location_id, demand)),
    // First all releases, then all reservations: a line may get what another one releases.
    lines: [...unfinished.map(giveBack), ...unfinished.map((demand) => reserve(demand, location_id))],
  }
}

function giveBack({ line, moves }: LineDemand): MoveLine {
  const all = releaseLine({ document_line_id: line.id, product_id: line.product_id })
  return moves ? all : { ...all, up_to: true }
}

function reserve({ line }: LineDemand, location_id: string | null): MoveLine {
  return reserveLine({ document_line_id: line.id, product_id: line.product_id, location_id })
}

/** The refusals of lines that can't wait where their order ships from, or for their product. */
export const reservingMessages: RefusalMessages = {
  fields: (code) => (code === 'location_not_active' ? 'location_id' : undefined),
  sentences: {
    location_not_active: ({ location }) => `${String(location)} isn’t active. Choose another location to ship from.`,
    product_archived: ({ product }) => `${String(product)} is archived. Restore it or remove it from the order.`,
  },
}

/**
 * Why an order can't be reopened or shipped whose quantities no longer fit its product: while it was cancelled, the
 * decimals of the product were reduced.
 */
export function decimalsReduced({ product, wanted, decimals }: RefusalDetails): string {
  const allowed = Number(decimals) === 0 ? 'whole units' : counted(Number(decimals), 'decimal')
  return `This order has ${amount(wanted)} of ${String(product)}, which now allows only ${allowed}. Allow more decimals for the product first.`
}

/** The posting of a new order: each line reserves available stock. */
export function openingPosting({ id, order_number, asked, lines }: NewOrder): NewPosting {
  const names = { id, order_number, customer_name: asked.customer_name }
  const lineDemands = lines.map((line): LineDemand => ({ line, wanted: line.quantity }))
  return reservingPosting(names, asked.location_id, 'order', lineDemands)
}

/** Posts it. Refuses location_not_active, product_archived. */
export async function reserveForNew(tx: Tx, actor: Actor, order: NewOrder): Promise<void> {
  const posting = openingPosting(order)
  const [reserved] = actor.location_ids ? [] : await reserveGroup(tx, actor.org_id, [{ actor, posting }])
  if (!reserved) await explainRefusals(postMany(tx, actor, [posting]), reservingMessages)
}
