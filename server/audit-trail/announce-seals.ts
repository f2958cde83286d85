import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import type { SealTarget, SentSeal } from './seal-targets.ts'

type Announcing = Readonly<{ db: Database; log: Log; targets: readonly SealTarget[]; signal?: AbortSignal }>

type Waiting = { org_id: string; seal_no: number }

/**
 * Sends the newest seal of each organization to the operator's mailbox and webhook, until each has it once. A target
 * that fails gets no further seals in this run. Only one server sends at a time; the others leave it to that one.
 */
export async function announceSeals({ db, log, targets, signal }: Announcing): Promise<void> {
  if (targets.length === 0) return
  // The lock ends with this connection, whatever happens to the server.
  const lock = await db.connect()
  try {
    const { rows } = await lock.query<{ ours: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('audit seals are sent', 0)) as ours`,
    )
    if (!rows[0]?.ours) return
    const names = targets.map(({ name }) => name)
    for (const target of targets) await sendWaiting({ db, log, target, names, signal })
  } finally {
    await lock.end()
  }
}

type Sending = Readonly<{
  db: Database
  log: Log
  target: SealTarget
  names: readonly string[]
  signal: AbortSignal | undefined
}>

async function sendWaiting({ db, log, target, names, signal }: Sending): Promise<void> {
  const waiting = await db.transaction(null, (tx) =>
    tx.all(sql<Waiting>`select org_id, seal_no from app.seals_to_send(${target.name})`),
  )
  for (const { org_id, seal_no } of waiting) {
    if (signal?.aborted) return
    const scope = { org_id, user_id: null }
    const seal = await db.transaction(scope, (tx) => tx.maybe(sealNumbered(org_id, seal_no)))
    // Its organization was removed meanwhile.
    if (!seal) continue
    try {
      await target.send(seal)
    } catch (error) {
      log.warn(
        { err: error, org_id, target: target.name },
        'an audit trail seal could not be sent; trying again in an hour',
      )
      return
    }
    await db.transaction(scope, (tx) =>
      tx.run(sql`select app.mark_seal_sent(${org_id}, ${seal_no}, ${target.name}, ${names}::text[])`),
    )
  }
}

const sealNumbered = (org_id: string, seal_no: number) => sql<SentSeal>`
  select org_id, seal_no, encode(hash, 'hex') as hash, signature, payload
  from audit_seals where org_id = ${org_id} and seal_no = ${seal_no}`
