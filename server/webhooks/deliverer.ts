import type { FeedEvent, FeedNoun } from '../../contract/feed.ts'
import { limits } from '../../contract/limits.ts'
import { readEvents } from '../feed/read-events.ts'
import { notify } from '../notifications/notify.ts'
import type { Database, Tx } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Outbox } from '../platform/outbox.ts'
import type { Sent } from '../platform/outside/send.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Sequencer } from '../platform/sequencer.ts'
import { sql } from '../platform/sql.ts'
import { cloudEvent, sourceOf } from './cloud-event.ts'
import { lanesOf } from './lanes.ts'
import { logAttempt } from './log-attempt.ts'
import { openSecrets } from './open-secret.ts'
import { pauseSeconds } from './retries.ts'
import { requestOf } from './request.ts'

/**
 * Sends events to the addresses of webhooks: recorded exactly once, delivered at least once, in order where they
 * concern the same thing.
 */
export type Deliverer = Readonly<{
  /** Says that there may be something to send; cheap. */
  poke(): void
  /** Resolves when everything that is due was tried once (tests). */
  drain(): Promise<void>
  close(): Promise<void>
}>

/** How a request is sent: over the network, behind the guard. Tests pass what a receiver would do. */
export type Send = (url: string, headers: Record<string, string>, body: string, stop: AbortSignal) => Promise<Sent>

export type DelivererServices = {
  db: Database
  secrets: Secrets
  siteUrl: string
  send: Send
  log: Log
  outbox: Pick<Outbox, 'poke'>
}

type Endpoint = { org_id: string; endpoint_id: string }

type Sending = Endpoint & { name: string; url: string; secrets: string[] }
type Waiting = { number: number; lanes: string[]; attempts: number }
type Claimed = { event: FeedEvent; attempts: number }

const sweepMs = 1_000
const gatherMs = 50

/**
 * A delivery is claimed by moving its time on for longer than a request may take, committed, sent, and marked: a
 * process that ends in between leaves it to be sent again with the same id. Several processes share the work, endpoint
 * by endpoint.
 */
export function createDeliverer(services: DelivererServices, sequencer: Pick<Sequencer, 'onNumbered'>): Deliverer {
  const { db, log } = services
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  let looking: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined
  const isOver = () => stopping.signal.aborted

  async function look(): Promise<void> {
    const found = await db.transaction(null, (tx) =>
      tx.all(sql<Endpoint>`select org_id, endpoint_id from app.webhooks_to_send()`),
    )
    for (const endpoint of found) begin(endpoint)
  }

  /** Works on an endpoint unless someone here does, or too many are being worked on; the sweep comes back to those. */
  function begin(endpoint: Endpoint): void {
    const { org_id, endpoint_id } = endpoint
    const key = `${org_id} ${endpoint_id}`
    const ofOrganization = [...running.keys()].filter((one) => one.startsWith(org_id)).length
    if (isOver() || running.has(key) || running.size >= limits.webhooksAtOnce) return
    if (ofOrganization >= limits.webhooksAtOncePerOrganization) return
    const work = workOff(endpoint)
      .catch((error: unknown) =>
        log.warn({ err: error, org_id, endpoint_id }, 'a webhook could not be worked on; trying again'),
      )
      .finally(() => running.delete(key))
    running.set(key, work)
  }

  async function workOff(endpoint: Endpoint): Promise<void> {
    for (let progress = true; progress && !isOver();) {
      const claimed = await db.transaction({ org_id: endpoint.org_id, user_id: null }, (tx) =>
        claim(tx, services, endpoint),
      )
      if (!claimed) return
      const { sending, deliveries, recorded } = claimed
      const delivered = await Promise.all(deliveries.map((one) => deliver(sending, one)))
      progress = recorded || delivered.some(Boolean)
    }
  }

  async function deliver(sending: Sending, { event, attempts }: Claimed): Promise<boolean> {
    const { org_id, endpoint_id, url, secrets } = sending
    const { headers, body } = requestOf(cloudEvent(event, sourceOf(services.siteUrl, org_id)), secrets)
    const began = performance.now()
    const sent = await services.send(url, headers, body, stopping.signal)
    // Cut off by our own end: whether it arrived is unknown, so it is sent again when its claim is over.
    if (isOver() && sent.status === null) return false
    const milliseconds = Math.floor(performance.now() - began)
    const outcome = await db.transaction({ org_id, user_id: null }, (tx) =>
      record(tx, sending, { number: event.number, type: event.type, attempts, milliseconds, sent }),
    )
    if (outcome === 'switched_off') {
      services.outbox.poke()
      log.warn({ event: 'webhook_switched_off', org_id, endpoint_id }, 'a webhook was switched off')
    }
    return outcome === 'delivered'
  }

  function start(): void {
    timer = undefined
    if (isOver() || looking) return
    again = false
    looking = look()
      .catch((error: unknown) => log.warn({ err: error }, 'webhooks could not be looked for; the sweep tries again'))
      .finally(() => {
        looking = undefined
        if (again) poke()
      })
  }

  function poke(): void {
    again = true
    timer ??= setTimeout(start, gatherMs).unref()
  }

  const sweep = setInterval(poke, sweepMs).unref()
  const leave = sequencer.onNumbered(poke)
  return {
    poke,
    async drain() {
      await Promise.all([looking, ...running.values()])
      clearTimeout(timer)
      start()
      await looking
      await Promise.all(running.values())
    },
    async close() {
      stopping.abort()
      leave()
      clearInterval(sweep)
      clearTimeout(timer)
      await looking
      await Promise.all(running.values())
    },
  }
}

type Found = Endpoint & {
  name: string
  url: string
  nouns: FeedNoun[]
  secret: string
  previous_secret: string | null
  recorded_through: number
}

/**
 * Records what is new and claims what may be sent now. Undefined when another process is at it, or nothing is to be
 * sent to this address.
 */
async function claim(tx: Tx, { secrets }: DelivererServices, { org_id, endpoint_id }: Endpoint) {
  const found = await tx.maybe(sql<Found>`
    select e.org_id, e.id as endpoint_id, e.name, e.url, e.nouns, e.secret,
      case when e.previous_secret_until > clock_timestamp() then e.previous_secret end as previous_secret, p.recorded_through
    from webhook_progress p
    join webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id
    where p.org_id = ${org_id} and p.endpoint_id = ${endpoint_id} and p.switched_off_at is null and e.paused_at is null
    for no key update of p skip locked`)
  if (!found) return undefined
  const before = await waitingOf(tx, found)
  const recorded =
    before.length < limits.webhookDeliveriesWaiting && !(await isFull(tx, found)) && (await recordNew(tx, found))
  const chosen = choose(recorded ? await waitingOf(tx, found) : before)
  await tx.run(sql`
    update webhook_deliveries
    set attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => ${limits.webhookClaimSeconds})
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and number = any (${chosen.map(({ number }) => number)}::bigint[])`)
  const deliveries = (await Promise.all(chosen.map((one) => eventOf(tx, found, one)))).flatMap((one) => one ?? [])
  const sending = { org_id, endpoint_id, name: found.name, url: found.url, secrets: openSecrets(secrets, found) }
  return { sending, deliveries, recorded }
}

/**
 * The next deliveries, without those behind one of their lane that is on its way or rests after a failure: they keep
 * nothing else from being sent.
 */
function waitingOf(tx: Tx, { org_id, endpoint_id }: Found): Promise<Waiting[]> {
  return tx.all(sql<Waiting>`
    select d.number, d.lanes, d.attempts from webhook_deliveries d
    where d.org_id = ${org_id} and d.endpoint_id = ${endpoint_id} and d.delivered_at is null and d.due_at <= clock_timestamp()
      and not d.lanes && (
        select coalesce(array_agg(distinct lane), '{}')
        from webhook_deliveries held cross join unnest(held.lanes) lane
        where held.org_id = ${org_id} and held.endpoint_id = ${endpoint_id} and held.delivered_at is null and held.due_at > clock_timestamp())
    order by d.number limit ${limits.webhookDeliveriesWaiting * 2}`)
}

/** Whether so many deliveries wait that no more are recorded. Nothing is lost: the feed has them. */
async function isFull(tx: Tx, { org_id, endpoint_id }: Found): Promise<boolean> {
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::int as count from (
      select from webhook_deliveries
      where org_id = ${org_id} and endpoint_id = ${endpoint_id} and delivered_at is null
      limit ${limits.webhookDeliveriesHeld}) waiting`)
  return count === limits.webhookDeliveriesHeld
}

/**
 * Records the next events as deliveries, in the transaction that moves the endpoint on: each exactly once. Answers
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
  // Known ones are sent again: the address was resumed from an earlier number.
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

/** Of the next deliveries, those whose lanes have no earlier one among them, as many as are sent at once. */
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

/** The event of a delivery; one that the feed no longer has after its 90 days can't be sent any more. */
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

type Attempt = { number: number; type: string; attempts: number; milliseconds: number; sent: Sent }

/**
 * Writes the log and what the attempt changes. An address that fails for days, or says that it is gone, is switched
 * off.
 */
async function record(
  tx: Tx,
  { org_id, endpoint_id, name }: Sending,
  { number, type, attempts, milliseconds, sent: { status, failure } }: Attempt,
): Promise<'delivered' | 'failed' | 'switched_off'> {
  const isDelivered = status !== null && status >= 200 && status < 300
  await logAttempt(tx, { org_id, endpoint_id, number, type, milliseconds, status, failure })
  if (isDelivered) {
    await tx.run(sql`
      update webhook_deliveries set delivered_at = clock_timestamp()
      where org_id = ${org_id} and endpoint_id = ${endpoint_id} and number = ${number}`)
    return 'delivered'
  }
  const failing = await tx.maybe(sql<{ too_long: boolean }>`
    update webhook_deliveries
    set first_failed_at = coalesce(first_failed_at, clock_timestamp()),
      due_at = clock_timestamp() + make_interval(secs => ${pauseSeconds(attempts)})
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and number = ${number} and delivered_at is null
    returning first_failed_at < clock_timestamp() - make_interval(days => ${limits.webhookFailingDays}) as too_long`)
  const because = status === 410 ? 'gone' : failing?.too_long ? 'failing' : null
  if (because === null) return 'failed'
  const switched = await tx.run(sql`
    update webhook_progress set switched_off_at = clock_timestamp(), switched_off_because = ${because}
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and switched_off_at is null`)
  if (switched === 0) return 'failed'
  notify(
    tx,
    { org_id, user_id: null },
    {
      kind: 'webhook_off',
      title: `Webhook ${name} was switched off`,
      body:
        because === 'gone'
          ? 'Its receiver answered that it is gone.'
          : `It failed for ${limits.webhookFailingDays} days. Nothing is lost: resume it when its receiver works again.`,
      subject: { kind: 'webhooks', id: null },
    },
  )
  return 'switched_off'
}
