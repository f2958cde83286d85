import type { FeedEvent, FeedNoun } from '../../contract/feed.ts'
import { limits } from '../../contract/limits.ts'
import { readEvents } from '../feed/read-events.ts'
import type { Tx } from '../platform/db.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { lanesOf } from './lanes.ts'
import { openSecrets } from './open-secret.ts'
import { switchOff } from './switch-off.ts'

/** A webhook of an organization. */
export type Endpoint = { org_id: string; endpoint_id: string }

/** A webhook that is being sent to. */
export type Sending = Endpoint & { name: string; url: string; secrets: string[] }

type Waiting = { number: number; lanes: string[]; attempts: number }

/** An event that is being sent now, and the number of attempts including this one. */
export type Claimed = { event: FeedEvent; attempts: number }

type Found = Endpoint & {
  name: string
  url: string
  nouns: FeedNoun[]
  secret: string
  previous_secret: string | null
  recorded_through: number
}

/**
 * Records new events and claims what may be sent now. Undefined if another process is doing it, or nothing is due for
 * this address. Without a secret to sign with, the address is turned off.
 */
export async function claimDeliveries(tx: Tx, secrets: Secrets, { org_id, endpoint_id }: Endpoint) {
  const found = await tx.maybe(sql<Found>`
    select e.org_id, e.id as endpoint_id, e.name, e.url, e.nouns, e.secret,
      case when e.previous_secret_until > clock_timestamp() then e.previous_secret end as previous_secret, p.recorded_through
    from webhook_progress p
    join webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id
    where p.org_id = ${org_id} and p.endpoint_id = ${endpoint_id} and p.switched_off_at is null and e.paused_at is null
    for no key update of p skip locked`)
  if (!found) return undefined
  const readable = openSecrets(secrets, found)
  if (readable.length === 0) {
    await switchOff(tx, found, 'secret_lost')
    return 'switched_off'
  }
  const before = await waitingOf(tx, found)
  const recorded =
    before.length < limits.webhookDeliveriesWaiting && !(await isFull(tx, found)) && (await recordNew(tx, found))
  const chosen = choose(recorded ? await waitingOf(tx, found) : before)
  await tx.run(sql`
    update webhook_deliveries
    set attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => ${limits.webhookClaimSeconds})
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and number = any (${chosen.map(({ number }) => number)}::bigint[])`)
  const deliveries = (await Promise.all(chosen.map((one) => eventOf(tx, found, one)))).flatMap((one) => one ?? [])
  const sending = { org_id, endpoint_id, name: found.name, url: found.url, secrets: readable }
  return { sending, deliveries, recorded }
}

/**
 * The next deliveries, except those behind one of their lane that is in progress or paused after a failure: other lanes
 * aren't delayed.
 */
function waitingOf(tx: Tx, { org_id, endpoint_id }: Found): Promise<Waiting[]> {
  return tx.all(sql<Waiting>`
    select d.number, d.lanes, d.attempts from webhook_deliveries d
    where d.org_id = ${org_id} and d.endpoint_id = ${endpoint_id} and d.delivered_at is null and app.is_due(d.due_at)
      and not d.lanes && (
        select coalesce(array_agg(distinct lane), '{}')
        from webhook_deliveries held cross join unnest(held.lanes) lane
        where held.org_id = ${org_id} and held.endpoint_id = ${endpoint_id} and held.delivered_at is null and not app.is_due(held.due_at))
    order by d.number limit ${limits.webhookDeliveriesWaiting * 2}`)
}

/** Whether too many deliveries wait to record more. Nothing is lost: the feed has them. */
async function isFull(tx: Tx, { org_id, endpoint_id }: Found): Promise<boolean> {
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::int as count from (
      select from webhook_deliveries
      where org_id = ${org_id} and endpoint_id = ${endpoint_id} and delivered_at is null
      limit ${limits.webhookDeliveriesHeld}) waiting`)
  return count === limits.webhookDeliveriesHeld
}

/**
 * Records the next events as deliveries, in the transaction that advances the endpoint: each exactly once. Returns
 * whether there were any numbers left to read.
 */
async function recordNew(tx: Tx, { org_id, endpoint_id, nouns, recorded_through }: Found): Promise<boolean> {
  const { items, last } = await readEvents(tx, {
    org_id,
    after: recorded_through,
    limit: limits.webhookDeliveriesWaiting,
    nouns,
  })
  if (last === recorded_through) return false
  const rows = items.map((event) => ({ number: event.number, type: event.type, lanes: lanesOf(event) }))
  // Existing ones are sent again: the address was resumed from an earlier number.
  await tx.run(sql`
    insert into webhook_deliveries (org_id, endpoint_id, number, type, lanes)
    select ${org_id}, ${endpoint_id}, r.number, r.type, r.lanes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number bigint, type text, lanes uuid[])
    on conflict (org_id, endpoint_id, number)
    do update set attempts = 0, due_at = clock_timestamp(), first_failed_at = null, delivered_at = null`)
  await tx.run(sql`
    update webhook_progress set recorded_through = ${last} where org_id = ${org_id} and endpoint_id = ${endpoint_id}`)
  return true
}

/** Of the next deliveries, those whose lanes have no earlier one among them, up to the number sent at once. */
function choose(waiting: readonly Waiting[]): Waiting[] {
  const taken = new Set<string>()
  const chosen: Waiting[] = []
  for (const one of waiting) {
    const isFirst = one.lanes.every((lane) => !taken.has(lane))
    if (isFirst && chosen.length < limits.webhookRequestsPerEndpoint) chosen.push(one)
    for (const lane of one.lanes) taken.add(lane)
  }
  return chosen
}

/** The event of a delivery; one that the feed deleted after 90 days can't be sent any more. */
async function eventOf(
  tx: Tx,
  { org_id, endpoint_id, nouns }: Found,
  { number, attempts }: Waiting,
): Promise<Claimed | null> {
  const { items } = await readEvents(tx, { org_id, after: number - 1, limit: 1, nouns: [...nouns] })
  const event = items.find((one) => one.number === number)
  if (event) return { event, attempts: attempts + 1 }
  await tx.run(sql`
    delete from webhook_deliveries where org_id = ${org_id} and endpoint_id = ${endpoint_id} and number = ${number}`)
  return null
}
