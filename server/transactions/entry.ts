import { bringsUnits } from '../../contract/entry-rules.ts'
import type { EnteredType } from '../../contract/stock-reasons.ts'
import type { StockOutcome } from '../../contract/transactions.ts'
import { postGroup } from '../../ledger/post-group.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor, Grouped } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import { postStock } from '../../ledger/post-stock.ts'
import type { NewPosting, PostingLine } from '../../ledger/posting.ts'
import { ensureLot } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'
import { otherExpiry } from '../stock/lot-messages.ts'
import { stockOutcomeOf } from '../stock/stock-outcome.ts'
import { removalSentences, explainRefusals, type RefusalMessages } from '../stock/explain-refusals.ts'

/** A change of one product's stock that a person records. */
export type Entry = {
  product_id: string
  type: EnteredType
  /** Positive for in and out; signed for an adjustment. */
  quantity: number
  /** Null: against the account `adjustment`, without taking reserved units. */
  reason_code: string | null
  location_id: string | null
  lot_number: string | null
  /** The expiry date of a lot that comes in. */
  expires_on: string | null
  /** The lot if it is known by its id; then without a number. */
  lot_id?: string | null
  notes: string | null
  happened_at: string | null
}

/** An entry, the id it is posted under, and its posting's kind. */
export type NewEntry = { id: string; kind: string; entry: Entry }

/**
 * Posts one entry under `id`. Refuses: not_found (product, location), product_archived, location_not_active,
 * too_many_decimals, insufficient_stock {asked, available} for what takes goods, period_closed, happened_in_future, and
 * lot numbers that don't exist, conflict (an existing lot expires on another day; `lotMessages` say what to do then).
 */
export async function postEntry(
  tx: Tx,
  actor: Actor,
  input: NewEntry,
  lotMessages: RefusalMessages = messagesOfForm,
): Promise<StockOutcome> {
  const { entry } = input
  const lot_id = entry.lot_number === null ? (entry.lot_id ?? null) : await lotOf(tx, actor, entry, lotMessages)
  return stockOutcomeOf(
    tx,
    actor,
    entry.product_id,
    explainRefusals(postStock(tx, actor, postingOf(input, lot_id)), { sentences: removalSentences }),
  )
}

/** Entries that arrive at the same moment; what the ledger doesn't post in a group is left to `postEntry`. */
export const entries: Grouped<NewEntry> = {
  name: 'entries',
  idsOf: ({ id }) => [id],
  locksOf: ({ entry }) => [entry.product_id],
  async run(tx, org_id, members) {
    const postings = members.map(({ actor, work }) => ({ actor, posting: postingOf(work, work.entry.lot_id ?? null) }))
    const posted = await postGroup(tx, org_id, postings)
    return members.map(({ work }, i): StockOutcome | undefined => {
      const one = posted[i]
      if (!one) return undefined
      const { result, ...figures } = one
      return { posting_id: result.posting_id, product_id: work.entry.product_id, ...figures, released: result.released }
    })
  },
}

/** The entry, if it can be part of a group: at a named location, now, without a lot to find or create. */
export function groupable(input: NewEntry): NewEntry | undefined {
  const { location_id, lot_number, happened_at } = input.entry
  return location_id !== null && lot_number === null && happened_at === null ? input : undefined
}

function postingOf({ id, kind, entry }: NewEntry, lot_id: string | null): NewPosting {
  return { id, kind, notes: entry.notes, happened_at: entry.happened_at, lines: [lineOf(entry, lot_id)] }
}

function lineOf(entry: Entry, lot_id: string | null): PostingLine {
  const { product_id, type, quantity, location_id, reason_code } = entry
  if (type === 'adjustment') return { product_id, type, quantity, location_id, lot_id }
  if (reason_code !== null) return { product_id, type, reason: reason_code, quantity, location_id, lot_id }
  return type === 'in'
    ? {
        product_id,
        type,
        quantity,
        from_account: 'adjustment',
        to_account: 'available',
        to_location_id: location_id,
        to_lot_id: lot_id,
      }
    : {
        product_id,
        type,
        quantity,
        from_account: 'available',
        from_location_id: location_id,
        from_lot_id: lot_id,
        to_account: 'adjustment',
      }
}

/** A form can be corrected. */
const messagesOfForm: RefusalMessages = { fields: { conflict: 'expires_on' }, sentences: { conflict: otherExpiry } }

/** Incoming units may bring a new lot; outgoing ones (or those leaving hold) are of an existing lot. */
async function lotOf(tx: Tx, actor: Actor, entry: Entry, messages: RefusalMessages): Promise<string> {
  const { product_id, lot_number, expires_on } = entry
  if (bringsUnits(entry)) {
    const lot = { product_id, lot_number: lot_number ?? '', expires_on, id: newId() }
    return explainRefusals(ensureLot(tx, actor, lot), messages)
  }
  const lot = await tx.maybe(sql<{ id: string }>`
    select id from lots where org_id = ${actor.org_id} and product_id = ${product_id} and lower(lot_number) = lower(${lot_number})`)
  return lot?.id ?? refuseFields({ lot_number: 'This product has no lot with this number' })
}
