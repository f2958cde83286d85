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

/**
 * Ensures that a supplier can be ordered from: it is active, or was on the order's date: its `order_date`, else the day
 * it was created, which is today for a new one (`created_at` null). Days are the organization's. Refuses, beside
 * `supplier_id`: not_found, supplier_not_active.
 */
export async function requireSupplier(
  tx: Tx,
  actor: Actor,
  { supplier_id, order_date, created_at }: Dated,
): Promise<void> {
  const supplier = await tx.maybe(sql<{ name: string; inactive_on: string | null; dated_before: boolean }>`
    select s.name, (s.inactive_since at time zone o.time_zone)::date as inactive_on,
      coalesce(${order_date}::date, (coalesce(${created_at}::timestamptz, now()) at time zone o.time_zone)::date)
        < (s.inactive_since at time zone o.time_zone)::date as dated_before
    from suppliers s
    join organizations o on o.org_id = s.org_id
    where s.org_id = ${actor.org_id} and s.id = ${supplier_id}`)
  if (!supplier) refuseFields({ supplier_id: 'This supplier no longer exists' }, 'not_found')
  const { name, inactive_on, dated_before } = supplier
  if (inactive_on === null || dated_before) return
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
