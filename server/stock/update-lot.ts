import { updateLot } from '../../contract/stock.ts'
import { setLotExpiry } from '../../ledger/products.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/**
 * Corrects the expiry date of a lot, at all locations. Waiting orders get what can be used again. Refuses not_found.
 */
export const updateLotCommand = implement(updateLot, async (tx, actor, { product_id, id, expires_on }) => {
  await setLotExpiry(tx, actor, { product_id, lot_id: id, expires_on })
  return tx.one(sql<{ id: string; lot_number: string; expires_on: string | null }>`
    select id, lot_number, expires_on from lots where org_id = ${actor.org_id} and product_id = ${product_id} and id = ${id}`)
})
