import { createHash } from 'node:crypto'
import type { Database } from '../platform/db.ts'
import type { Rate } from './rates.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { IdentityRefusal, refuseIdentity } from './refusals.ts'

type LimitRefusal =
  | 'over_request_rate_limit'
  | 'over_email_send_rate_limit'
  | 'mfa_recovery_codes_locked'
  | 'unavailable'

/**
 * Takes one token from a bucket that all processes share, or refuses with the seconds to wait. The bucket is one
 * moment, `full_at` (the generic cell rate algorithm): each token moves it forward by seconds / count, and it can't be
 * further ahead than the burst. It is committed even if the request fails. A bucket that is further ahead was used
 * while the clock was ahead: it counts as empty now.
 */
export async function takeToken(
  db: Database,
  key: string,
  rate: Rate,
  refusal: LimitRefusal = 'over_request_rate_limit',
): Promise<void> {
  const secondsPerToken = rate.seconds / rate.count
  const burstSeconds = secondsPerToken * rate.burst
  const waitSeconds = await db.transaction(null, async (tx) => {
    const taken = await tx.run(sql`
      insert into auth.rate_limits as bucket (key, full_at)
      values (${key}, clock_timestamp() + make_interval(secs => ${secondsPerToken}))
      on conflict (key) do update
        set full_at = greatest(bucket.full_at, clock_timestamp()) + make_interval(secs => ${secondsPerToken})
        where greatest(bucket.full_at, clock_timestamp()) + make_interval(secs => ${secondsPerToken})
          <= clock_timestamp() + make_interval(secs => ${burstSeconds})`)
    if (taken > 0) return 0
    const { wait } = await tx.one(
      sql<{ wait: number }>`
        with corrected as (
          update auth.rate_limits set full_at = clock_timestamp() + make_interval(secs => ${burstSeconds})
          where key = ${key} and full_at > clock_timestamp() + make_interval(secs => ${burstSeconds}))
        select ceil(least(${burstSeconds}, extract(epoch from full_at - clock_timestamp())))::integer as wait
        from auth.rate_limits where key = ${key}`,
    )
    return Math.max(1, Math.ceil(wait + secondsPerToken - burstSeconds))
  })
  if (Math.random() < sweepChance) await sweepFullBuckets(db)
  if (waitSeconds > 0) refuseIdentity(refusal, sentenceOf(refusal, waitSeconds), { retry_after_seconds: waitSeconds })
}

/** The same for an endpoint of `/api/v1`. Refuses too_many_requests, with the seconds to wait. */
export async function takeApiToken(db: Database, key: string, rate: Rate, text?: string): Promise<void> {
  try {
    await takeToken(db, key, rate)
  } catch (error) {
    if (!(error instanceof IdentityRefusal) || error.code !== 'over_request_rate_limit') throw error
    refuse('too_many_requests', { retry_after_seconds: error.extras.retry_after_seconds ?? 1 }, text)
  }
}

/** GoTrue's own message, which its clients show. */
function sentenceOf(refusal: string, seconds: number): string | undefined {
  if (refusal !== 'over_email_send_rate_limit') return undefined
  return `For security purposes, you can only request this after ${seconds} seconds.`
}

/** Refills a bucket: a right password resets the count of wrong ones. */
export async function fillBucket(db: Database, key: string): Promise<void> {
  await db.transaction(null, (tx) => tx.run(sql`delete from auth.rate_limits where key = ${key}`))
}

/** A full bucket is the same as none; one request in a hundred deletes full ones. */
const sweepChance = 0.01

async function sweepFullBuckets(db: Database): Promise<void> {
  await db.transaction(null, (tx) =>
    tx.run(sql`
      delete from auth.rate_limits
      where key in (
        select key from auth.rate_limits where full_at < clock_timestamp() limit 1000 for update skip locked)`),
  )
}

/** An account in a key: hashed, because people also mistype addresses that aren't ours to store. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

/** Some proxies add the client's port to its address: each connection would be a peer of its own. */
const withPort = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>\d+\.\d+\.\d+\.\d+):\d+)$/

/**
 * What we call a peer: its IPv4 address, or the /64 network of an IPv6 one (one household has them all, and changes
 * daily), without a port.
 */
export function peerOf(given: string): string {
  const { v4, v6 } = withPort.exec(given)?.groups ?? {}
  const address = v4 ?? v6 ?? given
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
