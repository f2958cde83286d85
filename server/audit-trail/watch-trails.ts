import { limits } from '../../contract/limits.ts'
import type { SigningKeys } from '../identity/signing-keys.ts'
import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import { sealTrail } from './seal-trail.ts'

export type SealWork = Readonly<{
  db: Database
  keys: SigningKeys
  log: Log
  signal?: AbortSignal
}>

/**
 * Seals the audit trail of every organization whose last seal is a day old, and writes each seal to the log. Failures
 * of one organization are logged and retried at the next run.
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
}

async function sealOne({ db, keys, log, signal }: SealWork, org_id: string): Promise<void> {
  while (!signal?.aborted) {
    const seal = await sealTrail(db, keys, org_id)
    if (!seal) return
    const { seal_no, hash, rows } = seal
    log.info({ event: 'audit_sealed', org_id, seal_no, hash, rows, kid: keys.current.kid }, 'an audit trail was sealed')
  }
}
