import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'

/** Only active suppliers are ordered from. Refuses, beside `supplier_id`: not_found, supplier_not_active. */
export async function requireActiveSupplier(tx: Tx, actor: Actor, supplier_id: string): Promise<void> {
  const supplier = await tx.maybe(sql<{ name: string; status: string }>`
    select name, status from suppliers where org_id = ${actor.org_id} and id = ${supplier_id}`)
  if (!supplier) refuseFields({ supplier_id: 'This supplier does not exist any more' }, 'not_found')
  if (supplier.status !== 'active')
    refuseFields({ supplier_id: `${supplier.name} is not active. Choose another supplier.` }, 'supplier_not_active')
}
