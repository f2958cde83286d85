import { updateLot } from '../../contract/stock.ts'
import { setLotExpiry } from '../../ledger/products.ts'
import { ledgerRefusalOf, type RefusalDetails } from '../../ledger/refusals.ts'
import { dayText } from '../organizations/company-days.ts'
import { implement } from '../platform/endpoint.ts'
import { Refusal } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/**
 * Corrects the expiry date of a lot, at all locations. Waiting orders get what can be used again. Refuses not_found,
 * and conflict (the date isn't `from` any more) with the lot as it is now.
 */
export const updateLotCommand = implement(updateLot, async (tx, actor, { product_id, id, expires_on, from }) => {
  try {
    await setLotExpiry(tx, actor, { product_id, lot_id: id, expires_on, from })
  } catch (error) {
    const refused = ledgerRefusalOf(error)
    throw refused?.code === 'conflict' ? changedMeanwhile(id, refused.details) : error
  }
  return tx.one(sql<{ id: string; lot_number: string; expires_on: string | null }>`
    select id, lot_number, expires_on from lots where org_id = ${actor.org_id} and product_id = ${product_id} and id = ${id}`)
})

function changedMeanwhile(id: string, { lot_number, seen, present }: RefusalDetails): Refusal {
  const sentence =
    typeof present === 'string'
      ? `Someone else changed the expiry date to ${dayText(present)}`
      : 'Someone else removed the expiry date'
  return new Refusal('conflict', sentence, {
    fields: { expires_on: sentence },
    details: { seen, present, record: { id, lot_number, expires_on: present } },
  })
}
