import type { Webhook } from '../../contract/webhooks.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

type Locked = Pick<Webhook, 'nouns' | 'switched_off_because'>

/** Under this lock nothing is recorded or claimed for the address. Refuses not_found. */
export async function lockWebhook(tx: Tx, { org_id }: Actor, id: string): Promise<Locked> {
  const found = await tx.maybe(sql<Locked>`
    select e.nouns, p.switched_off_because from webhook_progress p
    join webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id
    where p.org_id = ${org_id} and p.endpoint_id = ${id}
    for no key update of p`)
  return found ?? refuse('not_found')
}

/**
 * Refuses feed_position_gone for a number that the feed can't continue from, or if event `to` doesn't exist yet.
 */
export async function requireNumber(tx: Tx, { org_id }: Actor, after: number, to = after): Promise<void> {
  const state = await tx.maybe(sql<{ newest: number; forgotten: number }>`
    select newest, forgotten from feed_state where org_id = ${org_id}`)
  const { newest, forgotten } = state ?? { newest: 0, forgotten: 0 }
  const about = { after, oldest: forgotten + 1, newest }
  if (to > newest) refuse('feed_position_gone', about, `There is no event ${to} yet. The newest is ${newest}.`)
  if (after < forgotten)
    refuse('feed_position_gone', about, `Events up to ${forgotten} are no longer available. Start from there or later.`)
}
