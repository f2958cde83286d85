import { writeOffProduct } from '../../contract/product-deletion.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { postStock } from '../../ledger/post-stock.ts'
import type { MoveLine } from '../../ledger/posting.ts'
import { archiveProduct } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { readHolding, refusalToWriteOff } from './product-holdings.ts'

/**
 * Moves all stock of a product, on hand and on hold, to the account scrap, location by location and lot by lot, then
 * archives it; both or neither. Refuses, in this order: not_found; product_archived; product_not_empty with what is in
 * progress (in_transit, incoming, documents, drafts); conflict {on_hand, held} if the stock isn't what the caller
 * agreed to write off; period_closed.
 */
export const writeOffProductCommand = implement(writeOffProduct, async (tx, actor, { id, on_hand, held }) => {
  await lockGoods(tx, actor, id)
  const holding = await readHolding(tx, actor, id)
  const refusal = refusalToWriteOff(holding)
  if (refusal) throw refusal
  if (holding.on_hand !== on_hand || holding.held !== held)
    refuse(
      'conflict',
      { on_hand: holding.on_hand, held: holding.held },
      'The stock has changed. Check it and try again.',
    )
  const posting = { id: newId(), kind: 'write_off', notes: 'Written off', lines: await goodsOf(tx, actor, id) }
  await explainRefusals(postStock(tx, actor, posting), { fields: null })
  await archiveProduct(tx, actor, id)
  return { id, posting_id: posting.id, on_hand, held }
})

/** Locks the locations with stock, then the product against every posting: in the ledger's order. */
async function lockGoods(tx: Tx, actor: Actor, id: string): Promise<void> {
  await tx.run(sql`
    select from locations where org_id = ${actor.org_id} and id in (
      select location_id from stock_levels where org_id = ${actor.org_id} and product_id = ${id} and available + held > 0)
    order by id for key share`)
  await tx.run(sql`select from products where org_id = ${actor.org_id} and id = ${id} for update`)
}

function goodsOf(tx: Tx, actor: Actor, id: string): Promise<MoveLine[]> {
  return tx.all(sql<MoveLine>`
    select s.product_id, b.account as from_account, s.location_id as from_location_id, s.lot_id as from_lot_id,
      'scrap' as to_account, b.quantity, 'out' as type, 'write_off' as reason
    from stock_levels s
    cross join lateral (values ('available', s.available), ('held', s.held)) as b (account, quantity)
    where s.org_id = ${actor.org_id} and s.product_id = ${id} and b.quantity > 0
    order by s.location_id, s.lot_id, b.account`)
}
