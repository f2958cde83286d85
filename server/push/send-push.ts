import { limits } from '../../contract/limits.ts'
import type { Database, Tx } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { createSweeper, type Sweeper } from '../platform/sweeper.ts'
import { type OutsideAnswer, postOutside } from '../platform/outside/post-outside.ts'
import type { OutsideRules } from '../platform/outside/rules.ts'
import { sealedIn } from '../platform/secret-key.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { type BrowserKeys, encryptPush, payloadBytesMax } from './encrypt-push.ts'
import type { PushKeys } from './push-keys.ts'
import type { PushMessage } from './queue-push.ts'

/** Delivers what commits queued in auth.push_messages to the push services of browsers. */
export type PushQueue = Sweeper

type PushDeps = Readonly<{ db: Database; secrets: Secrets; keys: PushKeys; rules: OutsideRules; log: Log }>

/** A browser whose oldest message is being sent. */
type Due = Readonly<{
  session_id: string
  endpoint_hash: Buffer
  sealed_subscription: string
  failures: number
  id: string
  payload: PushMessage
  created_at: string
}>

type Outcome = 'delivered' | 'gone' | 'rejected' | { waitSeconds: number }

const sweepMs = 1_000
/** Pokes that arrive together are one pass. */
const gatherMs = 20
const atOnce = 8
/** Longer than the push service may take: if a process ends in between, the message is sent again, with the same id. */
const claimSeconds = 3 * limits.outsideSeconds
/** Useless later: it is in the app anyway. */
const keptHours = 24

/**
 * Delivers messages immediately when poked, and by a check every second those that a crash or a silent push service
 * left. Each browser gets one message at a time, oldest first, and a pause after a failure doesn't delay other
 * browsers. Delivered at least once, each time under the same topic and id, so that a browser shows it once. A browser
 * unknown to its push service is removed. Several servers share the work.
 */
export function createPushQueue(deps: PushDeps): PushQueue {
  const { db, log } = deps

  async function sendOne(due: Due): Promise<void> {
    const outcome = await deliver(deps, due)
    await db.transaction(null, (tx) => record(tx, due, outcome))
    if (outcome === 'gone') log.info({ event: 'push_subscription_gone' }, 'a browser no longer accepts push messages')
  }

  return createSweeper({
    sweepMs,
    gatherMs,
    failed: (error) => log.warn({ err: error }, 'push messages could not be sent; trying again in a second'),
    async work(isClosed) {
      while (!isClosed()) {
        const due = await db.transaction(null, claim)
        if (due.length === 0) return
        await Promise.all(due.map(sendOne))
      }
    },
  })
}

/**
 * The oldest message of some free browsers. Expired browsers, and messages that no one would show any more, are removed
 * here.
 */
async function claim(tx: Tx): Promise<Due[]> {
  await tx.run(sql`
    delete from auth.push_messages where created_at < clock_timestamp() - make_interval(hours => ${keptHours})`)
  return tx.all(sql<Due>`
    with free as (
      update auth.push_subscriptions set busy_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
      where session_id in (
        select s.session_id from auth.push_subscriptions s
        where s.busy_until <= clock_timestamp() and exists (select from auth.push_messages m where m.session_id = s.session_id)
        order by s.busy_until limit ${atOnce} for update skip locked)
      returning session_id, endpoint_hash, sealed_subscription, failures)
    select free.session_id, free.endpoint_hash, free.sealed_subscription, free.failures, oldest.id, oldest.payload, oldest.created_at
    from free cross join lateral (
      select m.id, m.payload, m.created_at from auth.push_messages m
      where m.session_id = free.session_id order by m.created_at, m.id limit 1) as oldest`)
}

async function deliver({ secrets, keys, rules, log }: PushDeps, due: Due): Promise<Outcome> {
  try {
    const context = sealedIn('sealed_subscription', due.session_id)
    const { endpoint, ...browser } = JSON.parse(secrets.open(due.sealed_subscription, context)) as BrowserKeys & {
      endpoint: string
    }
    const headers = {
      authorization: await keys.authorization(endpoint),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptHours * 3_600),
      urgency: 'normal',
      // A repeated message replaces the first if that is still waiting.
      topic: due.id.replaceAll('-', ''),
    }
    const body = encryptPush(fitting(due.payload), browser)
    const answer = await postOutside(endpoint, { headers, body }, rules)
    const outcome = outcomeOf(answer, due.failures)
    if (outcome === 'rejected')
      log.warn({ event: 'push_rejected', status: answer.status }, 'a push service rejected a message; it is dropped')
    return outcome
  } catch (error) {
    log.info({ err: error, failures: due.failures }, 'a push service could not be reached')
    return { waitSeconds: pauseSeconds(due.failures) }
  }
}

/** The message as JSON, its text shortened to fit. */
function fitting(message: PushMessage): string {
  for (let body = message.body; ; body = `${body.slice(0, Math.trunc(body.length * 0.8) - 1).toWellFormed()}…`) {
    const text = JSON.stringify({ ...message, body })
    if (Buffer.byteLength(text) <= payloadBytesMax || body.length < 8) return text
  }
}

/** The meaning of a push service's response (RFC 8030, 5). */
function outcomeOf({ status, retryAfterSeconds }: OutsideAnswer, failures: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500)
    return { waitSeconds: Math.min(3_600, Math.max(retryAfterSeconds ?? 0, pauseSeconds(failures))) }
  return 'rejected'
}

/** 2, 4, 8 … seconds, at most an hour. */
function pauseSeconds(failures: number): number {
  return Math.min(3_600, 2 ** Math.min(failures + 1, 12))
}

async function record(tx: Tx, { session_id, endpoint_hash, id }: Due, outcome: Outcome): Promise<void> {
  if (outcome === 'gone') {
    // The browser may have subscribed again meanwhile, at another address: the message goes there.
    await tx.run(sql`
      delete from auth.push_subscriptions where session_id = ${session_id} and endpoint_hash = ${endpoint_hash}`)
    return
  }
  if (typeof outcome === 'object') {
    await tx.run(sql`
      update auth.push_subscriptions
      set failures = failures + 1, busy_until = clock_timestamp() + make_interval(secs => ${outcome.waitSeconds})
      where session_id = ${session_id}`)
    return
  }
  await tx.run(sql`delete from auth.push_messages where session_id = ${session_id} and id = ${id}`)
  await tx.run(sql`
    update auth.push_subscriptions set failures = 0, busy_until = '-infinity' where session_id = ${session_id}`)
}
