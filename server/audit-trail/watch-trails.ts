import { limits } from '../../contract/limits.ts'
import type { SigningKeys } from '../identity/signing-keys.ts'
import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import { sealTrail, type Seal } from './seal-trail.ts'

/** Sends a seal to where this machine's administrator can't change it. Throws if it didn't arrive. */
export type Announce = (seal: Seal & { payload: string }) => Promise<void>

export type SealWork = Readonly<{
  db: Database
  keys: SigningKeys
  log: Log
  announce: Announce | null
  signal?: AbortSignal
}>

/**
 * Seals the audit trail of every organization whose last seal is a day old, and sends each seal: to the log, and to the
 * operator's mailbox or webhook until that has succeeded once. Failures of one organization are logged and retried at
 * the next run.
 */
export async function sealTrails(work: SealWork): Promise<void> {
  const { db, log, signal } = work
  const due = await db.transaction(null, (tx) =>
    tx.all(sql<{ org_id: string }>`
      select org_id from app.audit_trails_to_seal(${`${limits.auditSealEveryHours} hours`}::interval) as org_id`),
  )
  for (const { org_id } of due) {
    if (signal?.aborted) return
    try {
      await sealOne(work, org_id)
    } catch (error) {
      log.warn({ err: error, org_id }, 'an audit trail could not be sealed; trying again in an hour')
    }
  }
  await announceWaiting(work)
}

async function sealOne({ db, keys, log, signal }: SealWork, org_id: string): Promise<void> {
  while (!signal?.aborted) {
    const seal = await sealTrail(db, keys, org_id)
    if (!seal) return
    const { seal_no, hash, rows } = seal
    log.info({ event: 'audit_sealed', org_id, seal_no, hash, rows, kid: keys.current.kid }, 'an audit trail was sealed')
  }
}

/** The seals that haven't been sent off the machine yet, one organization at a time. */
async function announceWaiting({ db, log, announce, signal }: SealWork): Promise<void> {
  if (!announce) return
  const waiting = await db.transaction(null, (tx) =>
    tx.all(sql<{ org_id: string }>`select org_id from app.seals_to_announce() as org_id`),
  )
  for (const { org_id } of waiting) {
    if (signal?.aborted) return
    try {
      await announceOf(db, org_id, announce)
    } catch (error) {
      log.warn({ err: error, org_id }, 'an audit trail seal could not be sent; trying again in an hour')
    }
  }
}

async function announceOf(db: Database, org_id: string, announce: Announce): Promise<void> {
  const scope = { org_id, user_id: null }
  const seals = await db.transaction(scope, (tx) =>
    tx.all(sql<Seal & { payload: string }>`
      select org_id, seal_no, encode(hash, 'hex') as hash, (payload::jsonb ->> 'rows')::integer as rows, signature, payload
      from audit_seals where org_id = ${org_id} and announced_at is null order by seal_no`),
  )
  for (const seal of seals) {
    await announce(seal)
    await db.transaction(scope, (tx) => tx.run(sql`select app.mark_seal_announced(${org_id}, ${seal.seal_no})`))
  }
}
