import { recognizedTermsDays } from '../../contract/payment-terms.ts'
import { dayText } from '../organizations/company-days.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

type Dated = {
  supplier_id: string
  order_date: string | null
  created_at: string | null
}

type Found = { name: string; payment_terms: string | null; inactive_on: string | null; dated_before: boolean }

/**
 * Ensures that a supplier can be ordered from: it is active, or was on the order's date: its `order_date`, else the day
 * it was created, which is today for a new one (`created_at` null). Days are the organization's. Returns the days in
 * its payment terms, null if there are none. Refuses, beside `supplier_id`: not_found, supplier_not_active.
 */
export async function requireSupplier(
  tx: Tx,
  actor: Actor,
  { supplier_id, order_date, created_at }: Dated,
): Promise<number | null> {
  const supplier = await tx.maybe(sql<Found>`
    select s.name, s.payment_terms, (s.inactive_since at time zone o.time_zone)::date as inactive_on,
      coalesce(${order_date}::date, (coalesce(${created_at}::timestamptz, now()) at time zone o.time_zone)::date)
        < (s.inactive_since at time zone o.time_zone)::date as dated_before
    from suppliers s
    join organizations o on o.org_id = s.org_id
    where s.org_id = ${actor.org_id} and s.id = ${supplier_id}`)
  if (!supplier) refuseFields({ supplier_id: 'This supplier no longer exists' }, 'not_found')
  const { name, payment_terms, inactive_on, dated_before } = supplier
  if (inactive_on === null || dated_before) return recognizedTermsDays(payment_terms)
  const sentence = `${name} has been inactive since ${dayText(inactive_on)}. Choose another supplier or an earlier order date.`
  refuseFields({ supplier_id: sentence }, 'supplier_not_active')
}

/** An order is dated today at the latest, by the organization's days. Refuses invalid_input beside `order_date`. */
export async function requirePastDate(tx: Tx, actor: Actor, order_date: string | null | undefined): Promise<void> {
  if (!order_date) return
  const { is_future } = await tx.one(sql<{ is_future: boolean }>`
    select ${order_date}::date > (now() at time zone time_zone)::date as is_future
    from organizations where org_id = ${actor.org_id}`)
  if (is_future) refuseFields({ order_date: 'Order date can’t be in the future' })
}
