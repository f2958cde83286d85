import { nounFor } from '../../contract/counted-nouns.ts'
import { deleteProduct, readProductDeletion } from '../../contract/product-deletion.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { openDocuments } from '../stock/open-documents.ts'
import { archiveProduct, deleteProductWithoutHistory } from '../../ledger/products.ts'
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

/**
 * Deletes a product that never moved, archives one that did, and returns which. Refuses, in this order: not_found;
 * product_archived; product_not_empty with its stock (on_hand, held, in_transit, incoming) and demand (documents,
 * drafts).
 */
export const deleteProductCommand = implement(deleteProduct, async (tx, actor, { id }) => {
  // Locked against every posting before it is checked.
  await tx.run(sql`select from products where org_id = ${actor.org_id} and id = ${id} for update`)
  const refusal = refusalToDelete(await readHolding(tx, actor, id))
  if (refusal) throw refusal
  if (await deleteProductWithoutHistory(tx, actor, id)) return { id, outcome: 'deleted' as const }
  await archiveProduct(tx, actor, id)
  return { id, outcome: 'archived' as const }
})

/** What the commands would do or refuse, for the confirmation. Refuses not_found. */
export const readProductDeletionQuery = implement(readProductDeletion, async (tx, actor, { id }) => {
  const [holding, documents, { has_history, locations }] = await Promise.all([
    readHolding(tx, actor, id),
    openDocuments(tx, actor, { product_id: id }),
    tx.one(sql<{ has_history: boolean; locations: number }>`
      select kernel.has_history(${actor.org_id}, ${id}) as has_history, count(distinct location_id)::integer as locations
      from stock_levels
      where org_id = ${actor.org_id} and product_id = ${id} and available + reserved + held > 0`),
  ])
  const refusal = refusalToDelete(holding)
  const { on_hand, held } = holding
  const canWriteOff = on_hand + held > 0 && refusalToWriteOff(holding) === null
  return {
    refusal: refusal?.body().error ?? null,
    documents,
    outcome: refusal ? null : has_history ? ('archived' as const) : ('deleted' as const),
    write_off: canWriteOff ? { on_hand, held, locations } : null,
  }
})

/** Reads the stock and demand of a product. Refuses not_found. */
export async function readHolding(tx: Tx, actor: Actor, id: string): Promise<Holding> {
  const holding = await tx.maybe(sql<Holding>`
    select p.name, p.archived_at is not null as archived, t.on_hand, t.held, t.in_transit, t.incoming,
      (select count(distinct d.document_id) from stock_demands d
        where d.org_id = ${actor.org_id} and d.product_id = p.id and d.is_open) as documents,
      (select count(*) from transaction_drafts d
        where d.org_id = ${actor.org_id} and d.product_id = p.id and d.status = 'pending') as drafts
    from products p
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    where p.org_id = ${actor.org_id} and p.id = ${id}`)
  return holding ?? refuse('not_found')
}

/** Why it can't be deleted, or null. */
function refusalToDelete(holding: Holding): Refusal | null {
  const { on_hand, held } = holding
  const goods = [
    [on_hand, 'on hand'],
    [held, 'on hold'],
  ] as const
  const advice = inTheWay(holding).some(([count]) => count > 0)
    ? 'Bring these to 0 before you delete the product.'
    : 'Write off the stock and archive the product, or bring it to 0 first.'
  return refusal(holding, [...goods, ...inTheWay(holding)], advice)
}

/** Why its stock can't be written off in one step, or null. */
export function refusalToWriteOff(holding: Holding): Refusal | null {
  return refusal(holding, inTheWay(holding), 'Bring these to 0 before you write off the stock.')
}

type Counted = readonly (readonly [count: number, what: string])[]

/** What isn't finished and therefore can't be written off. Reserved units belong to an open document. */
function inTheWay({ in_transit, incoming, documents, drafts }: Holding): Counted {
  return [
    [in_transit, 'in transit'],
    [incoming, 'incoming'],
    [documents, nounFor(documents, 'open document')],
    [drafts, nounFor(drafts, 'pending transaction')],
  ]
}

function refusal({ name, archived, ...numbers }: Holding, counted: Counted, advice: string): Refusal | null {
  if (archived)
    return new Refusal('product_archived', 'This product is already archived.', { details: { product: name } })
  const left = counted.filter(([count]) => count > 0).map(([count, what]) => `${formatQuantity(count)} ${what}`)
  if (left.length === 0) return null
  const sentence = `This product still has ${left.join(', ')}. ${advice}`
  return new Refusal('product_not_empty', sentence, { details: { product: name, ...numbers } })
}
