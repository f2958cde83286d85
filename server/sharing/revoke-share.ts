import { sql } from 'kysely'
import { revokeShare } from '../../contract/sharing.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'

/** Ends a link to an order that the caller can see. Refuses not_found, also for one that was revoked before. */
export const revokeShareCommand = implement(revokeShare, async (tx, actor, { id }) => {
  const ended = await tx.run(sql`
    update shares s set revoked_at = app.now()
    where s.org_id = ${actor.org_id} and s.id = ${id} and s.revoked_at is null and (
      exists (select from sales_orders o where o.org_id = s.org_id and o.id = s.sales_order_id)
      or exists (select from purchase_orders o where o.org_id = s.org_id and o.id = s.purchase_order_id))`)
  if (ended === 0) refuse('not_found')
  return { id }
})
