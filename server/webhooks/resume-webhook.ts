import { redeliverWebhook, resumeWebhook } from '../../contract/webhooks.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor, type Implementation } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { readEvents } from '../feed/read-events.ts'
import { sql } from '../platform/sql.ts'
import { lanesOf } from './lanes.ts'
import { readWebhook } from './queries.ts'
import type { WebhookServices } from './services.ts'

/**
 * Turns an address on and sends everything after a number (again); without one, waiting deliveries are due immediately.
 * Refuses not_found, and feed_position_gone for a number that the feed can't continue from.
 */
export function resumeWebhookCommand({ deliverer }: WebhookServices): Implementation {
  return implement(resumeWebhook, async (tx, actor, { id, after }) => {
    const { org_id } = actor
    await lockWebhook(tx, actor, id)
    if (after !== undefined) {
      await requireNumber(tx, actor, after)
      // Those after the number are recorded again.
      await tx.run(sql`
        delete from webhook_deliveries
        where org_id = ${org_id} and endpoint_id = ${id} and number > ${after} and delivered_at is null`)
    }
    await tx.run(sql`
      update webhook_progress
      set switched_off_at = null, switched_off_because = null, recorded_through = coalesce(${after ?? null}::bigint, recorded_through)
      where org_id = ${org_id} and endpoint_id = ${id}`)
    await tx.run(sql`
      update webhook_deliveries set due_at = clock_timestamp(), first_failed_at = null, attempts = 0
      where org_id = ${org_id} and endpoint_id = ${id} and delivered_at is null`)
    deliverer.poke()
    return readWebhook(tx, actor, id)
  })
}

/**
 * Sends one event again. Refuses not_found (the address, or an event that it doesn't receive), and feed_position_gone.
 */
export function redeliverWebhookCommand({ deliverer }: WebhookServices): Implementation {
  return implement(redeliverWebhook, async (tx, actor, { id, number }) => {
    const { org_id } = actor
    const nouns = await lockWebhook(tx, actor, id)
    await requireNumber(tx, actor, number - 1)
    const { items } = await readEvents(tx, { org_id, after: number - 1, limit: 1, nouns })
    const event = items.find((one) => one.number === number) ?? refuse('not_found')
    await tx.run(sql`
      insert into webhook_deliveries (org_id, endpoint_id, number, type, lanes)
      values (${org_id}, ${id}, ${number}, ${event.type}, ${lanesOf(event)})
      on conflict (org_id, endpoint_id, number)
      do update set attempts = 0, due_at = clock_timestamp(), first_failed_at = null, delivered_at = null`)
    deliverer.poke()
    return readWebhook(tx, actor, id)
  })
}

/** Under this lock nothing is recorded or claimed for the address. Returns the nouns it receives. */
async function lockWebhook(tx: Tx, { org_id }: Actor, id: string) {
  const found = await tx.maybe(sql<{ nouns: Parameters<typeof readEvents>[1]['nouns'] }>`
    select e.nouns from webhook_progress p
    join webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id
    where p.org_id = ${org_id} and p.endpoint_id = ${id}
    for no key update of p`)
  return found?.nouns ?? refuse('not_found')
}

async function requireNumber(tx: Tx, { org_id }: Actor, after: number): Promise<void> {
  const state = await tx.maybe(sql<{ newest: number; forgotten: number }>`
    select newest, forgotten from feed_state where org_id = ${org_id}`)
  const { newest, forgotten } = state ?? { newest: 0, forgotten: 0 }
  const about = { after, oldest: forgotten + 1, newest }
  if (after > newest) refuse('feed_position_gone', about, `There is no event ${after} yet. The newest is ${newest}.`)
  if (after < forgotten)
    refuse('feed_position_gone', about, `Events up to ${forgotten} are no longer available. Start from there or later.`)
}
