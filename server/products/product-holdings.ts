import { leftText } from '../../contract/left-text.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/** The stock and demand of a product. */
export type Holding = {
  name: string
  archived: boolean
  on_hand: number
  held: number
  in_transit: number
  incoming: number
  documents: number
  drafts: number
}

/** Reads the stock and demand of a product. Refuses not_found. */
export async function readHolding(tx: Tx, actor: Actor, id: string): Promise<Holding> {
  return (await readHoldings(tx, actor, [id])).get(id) ?? refuse('not_found')
}

/** Reads the stock and demand of products, by id; those that don't exist are missing. */
export async function readHoldings(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Holding>> {
  const holdings = await tx.all(sql<Holding & { id: string }>`
    select p.id, p.name, p.archived_at is not null as archived, t.on_hand, t.held, t.in_transit, t.incoming,
      (select count(distinct d.document_id) from stock_demands d
        where d.org_id = ${actor.org_id} and d.product_id = p.id and d.is_open) as documents,
      (select count(*) from transaction_drafts d
        where d.org_id = ${actor.org_id} and d.product_id = p.id and d.status = 'pending') as drafts
    from products p
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    where p.org_id = ${actor.org_id} and p.id = any (${ids}::uuid[])`)
  return new Map(holdings.map(({ id, ...holding }) => [id, holding]))
}

/** Why it can't be deleted, or null. */
export function refusalToDelete(holding: Holding): Refusal | null {
  const advice = leftText(unfinished(holding))
    ? 'Bring these to 0 before you delete the product.'
    : 'Write off the stock and archive the product, or bring it to 0 first.'
  return refusal(holding, holding, (left) => `This product ${left}. ${advice}`)
}

/** Why none of several products is deleted: this one can't be; or null. */
export function refusalToDeleteAll(holding: Holding): Refusal | null {
  return refusal(holding, holding, (left) => `${holding.name} ${left}, so nothing was deleted.`)
}

/** Why its stock can't be written off in one step, or null. */
export function refusalToWriteOff(holding: Holding): Refusal | null {
  const advice = 'Bring these to 0 before you write off the stock.'
  return refusal(holding, unfinished(holding), (left) => `This product ${left}. ${advice}`)
}

/** Without what can be written off. Reserved units belong to an open document. */
const unfinished = (holding: Holding) => ({ ...holding, on_hand: 0, held: 0 })

function refusal(
  { name, archived, ...numbers }: Holding,
  counted: Holding,
  sentence: (left: string) => string,
): Refusal | null {
  if (archived) return new Refusal('product_archived', sentence('is already archived'), { details: { product: name } })
  const left = leftText(counted)
  if (left === '') return null
  return new Refusal('product_not_empty', sentence(`still has ${left}`), { details: { product: name, ...numbers } })
}
