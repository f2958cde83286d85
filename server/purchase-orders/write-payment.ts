import { userReference } from '../../ledger/post-stock.ts'
import { momentOfDay } from '../organizations/entered-days.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'

/** A payment, or a refund with a negative amount, on a day; null: now. */
export type NewPayment = Readonly<{ order_id: string; amount: number; payment_date: string | null }>

/** Writes a payment; the caller holds the order's lock and refreshes the order. Refuses happened_in_future. */
export async function writePayment(tx: Tx, actor: Actor, payment: NewPayment): Promise<void> {
  const { order_id, amount, payment_date } = payment
  const paid_at = await momentOfDay(tx, actor, payment_date, 'payment_date')
  await tx.run(sql`
    insert into purchase_order_payments (org_id, id, purchase_order_id, amount, user_id, user_reference, paid_at)
    values (${actor.org_id}, ${newId()}, ${order_id}, ${amount}, ${actor.user_id}, ${userReference(actor)},
      coalesce(${paid_at}::timestamptz, app.now()))`)
}
