import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Outbox } from '../platform/outbox.ts'
import type { Sent } from '../platform/outside/send.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Sequencer } from '../platform/sequencer.ts'
import { sql } from '../platform/sql.ts'
import { createSweeper, type Sweeper } from '../platform/sweeper.ts'
import { cloudEvent, sourceOf } from './cloud-event.ts'
import { requestOf } from './request.ts'
import { claimDeliveries, type Claimed, type Endpoint, type Sending } from './claim-deliveries.ts'
import { recordAttempt } from './record-attempt.ts'

/**
 * Sends events to the addresses of webhooks: recorded exactly once, delivered at least once, in order for each record.
 */
export type Deliverer = Sweeper

/** How to send a request: over the network, behind the guard. Tests pass a receiver's behavior. */
export type Send = (url: string, headers: Record<string, string>, body: string, stop: AbortSignal) => Promise<Sent>

export type DelivererServices = {
  db: Database
  secrets: Secrets
  siteUrl: string
  send: Send
  log: Log
  outbox: Pick<Outbox, 'poke'>
}

const sweepMs = 1_000
const gatherMs = 50

/**
 * A delivery is claimed by postponing it for longer than a request may take, committed, sent, and marked: if a process
 * ends in between, it is sent again with the same id. Several processes share the work, endpoint by endpoint.
 */
export function createDeliverer(services: DelivererServices, sequencer: Pick<Sequencer, 'onNumbered'>): Deliverer {
  const { db, log } = services
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  /** When each endpoint that is due was last begun. */
  const begun = new Map<string, number>()

  async function beginDue(): Promise<void> {
    const found = await db.transaction(null, (tx) =>
      tx.all(sql<Endpoint>`select org_id, endpoint_id from app.webhooks_to_send()`),
    )
    // Those that were served longest ago first: receivers that never respond take every slot for 10 seconds each time.
    const due = found.map((endpoint) => ({ endpoint, key: keyOf(endpoint) }))
    const keys = new Set(due.map(({ key }) => key))
    for (const key of begun.keys()) if (!keys.has(key)) begun.delete(key)
    due.sort((one, other) => (begun.get(one.key) ?? 0) - (begun.get(other.key) ?? 0))
    for (const { endpoint, key } of due) begin(endpoint, key)
  }

  /** Processes an endpoint unless this process already does, or too many are in progress; the sweep retries those. */
  function begin(endpoint: Endpoint, key: string): void {
    const { org_id, endpoint_id } = endpoint
    const ofOrganization = [...running.keys()].filter((one) => one.startsWith(org_id)).length
    if (stopping.signal.aborted || running.has(key) || running.size >= limits.webhooksAtOnce) return
    if (ofOrganization >= limits.webhooksAtOncePerOrganization) return
    begun.set(key, performance.now())
    const work = sendDue(services, endpoint, stopping.signal)
      .catch((error: unknown) =>
        log.warn({ err: error, org_id, endpoint_id }, 'a webhook could not be processed; trying again'),
      )
      .finally(() => running.delete(key))
    running.set(key, work)
  }

  const sweeper = createSweeper({
    work: beginDue,
    sweepMs,
    gatherMs,
    failed: (error) => log.warn({ err: error }, 'webhooks could not be read; the sweep tries again'),
  })
  const leave = sequencer.onNumbered(sweeper.poke)
  return {
    poke: sweeper.poke,
    async drain() {
      await Promise.all(running.values())
      await sweeper.drain()
      await Promise.all(running.values())
    },
    async close() {
      stopping.abort()
      leave()
      await sweeper.close()
      await Promise.all(running.values())
    },
  }
}

const keyOf = ({ org_id, endpoint_id }: Endpoint) => `${org_id} ${endpoint_id}`

/**
 * Sends what is due to an endpoint, as long as deliveries succeed. If none does, it gives up its slot, even if new
 * events arrived meanwhile.
 */
async function sendDue(services: DelivererServices, endpoint: Endpoint, stop: AbortSignal): Promise<void> {
  for (let progress = true; progress && !stop.aborted;) {
    const claimed = await services.db.transaction({ org_id: endpoint.org_id, user_id: null }, (tx) =>
      claimDeliveries(tx, services.secrets, endpoint),
    )
    if (claimed === 'switched_off') reportSwitchedOff(services, endpoint)
    if (!claimed || claimed === 'switched_off') return
    const { sending, deliveries, recorded } = claimed
    const delivered = await Promise.all(deliveries.map((one) => deliver(services, sending, one, stop)))
    progress = delivered.some(Boolean) || (recorded && deliveries.length === 0)
  }
}

/** Sends one event and records the result. Returns whether it arrived. */
async function deliver(
  services: DelivererServices,
  sending: Sending,
  { event, attempts }: Claimed,
  stop: AbortSignal,
): Promise<boolean> {
  const { org_id, url, secrets } = sending
  const { headers, body } = requestOf(cloudEvent(event, sourceOf(services.siteUrl, org_id)), secrets)
  const began = performance.now()
  const sent = await services.send(url, headers, body, stop)
  // Aborted by our own shutdown: whether it arrived is unknown, so it is sent again when its claim expires.
  if (stop.aborted && sent.status === null) return false
  const milliseconds = Math.floor(performance.now() - began)
  const outcome = await services.db.transaction({ org_id, user_id: null }, (tx) =>
    recordAttempt(tx, sending, { number: event.number, type: event.type, attempts, milliseconds, sent }),
  )
  if (outcome === 'switched_off') reportSwitchedOff(services, sending)
  return outcome === 'delivered'
}

function reportSwitchedOff({ outbox, log }: DelivererServices, { org_id, endpoint_id }: Endpoint): void {
  outbox.poke()
  log.warn({ event: 'webhook_switched_off', org_id, endpoint_id }, 'a webhook was turned off')
}
