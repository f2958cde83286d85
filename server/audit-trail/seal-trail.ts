import { CompactSign } from 'jose'
import { limits } from '../../contract/limits.ts'
import { keyOf, type SigningKeys } from '../identity/signing-keys.ts'
import type { Database, Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { personKey, sha256 } from './leaves.ts'
import { makeParts, partHash, rootOf } from './seal-parts.ts'

/**
 * The signed content. `until`: the transaction before which everything is covered, here or by an earlier seal; `next`:
 * the first that hadn't begun.
 */
export type SealPayload = Readonly<{
  /** 2 since people's names are no longer part of the covered values. */
  version: 1 | 2
  org_id: string
  seal_no: number
  /** The hash of the previous seal; null for the first. */
  previous: string | null
  from: string
  until: string
  next: string
  sealed_at: string
  rows: number
  people: number
  root: string
}>

export type Seal = Readonly<{ org_id: string; seal_no: number; hash: string; rows: number; signature: string }>

type Last = { seal_no: number; hash: string; until: string; sealed_at: string }

const beyondAll = '18446744073709551615'

/**
 * Seals what was written to an organization's audit trail since its last seal: every row of a transaction below the
 * snapshot horizon, so no one waits, and rows that are committed late are covered by the next seal. Returns null if
 * there is nothing new, another server is sealing, or rows still lack their descriptions. A database restored from a
 * dump starts its transaction numbers again: then everything that isn't in a seal is covered.
 */
export function sealTrail(db: Database, keys: SigningKeys, org_id: string): Promise<Seal | null> {
  return db.transaction(
    { org_id, user_id: null },
    async (tx) => {
      const { ours } = await tx.one(sql<{ ours: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`audit seal ${org_id}`}, 0)) as ours`)
      if (!ours || (await isUnfilled(tx, org_id))) return null
      const last = await tx.maybe(sql<Last>`
        select seal_no, encode(hash, 'hex') as hash, until_transaction::text as until, sealed_at::text
        from audit_seals where org_id = ${org_id} order by seal_no desc limit 1`)
      const covered = await coverage(tx, org_id, last ?? null)
      const [rows, people] = [await rowKeys(tx, org_id, covered, last ?? null), await peopleKeys(tx, org_id, covered)]
      if (rows.length + people.length === 0) return null
      const parts = [
        ...(await makeParts(tx, org_id, 'audit_people', people)),
        ...(await makeParts(tx, org_id, 'audit_trail', rows)),
      ]
      const payload: SealPayload = {
        version: 2,
        org_id,
        seal_no: (last?.seal_no ?? 0) + 1,
        previous: last?.hash ?? null,
        from: covered.from,
        until: covered.until,
        next: covered.next,
        sealed_at: covered.now,
        rows: rows.length,
        people: people.length,
        root: rootOf(parts.map(partHash)),
      }
      const text = JSON.stringify(payload)
      const seal: Seal = {
        org_id,
        seal_no: payload.seal_no,
        hash: sha256(text).toString('hex'),
        rows: rows.length,
        signature: await sign(keys, text),
      }
      const kept = { ...seal, payload: text, until: payload.until, sealed_at: payload.sealed_at }
      const listed = parts.map((part, index) => ({
        ...part,
        part_no: index + 1,
        ...(part.source === 'audit_trail' ? { first_id: part.keys[0], last_id: part.keys.at(-1) } : {}),
      }))
      await tx.run(sql`
        select app.keep_audit_seal(${org_id}, ${JSON.stringify(kept)}::jsonb, ${JSON.stringify(listed)}::jsonb)`)
      return seal
    },
    { statementTimeoutMs: limits.importSeconds * 1_000 },
  )
}

async function isUnfilled(tx: Tx, org_id: string): Promise<boolean> {
  const found = await tx.maybe(sql`select 1 from audit_trail where org_id = ${org_id} and summary is null limit 1`)
  return found !== undefined
}

/** The transactions that a seal covers; `most`: the upper end, beyond everything in a restored database. */
type Coverage = Readonly<{ from: string; until: string; next: string; most: string; now: string }>

async function coverage(tx: Tx, org_id: string, last: Last | null): Promise<Coverage> {
  const { horizon, next, now } = await tx.one(sql<{ horizon: string; next: string; now: string }>`
    select pg_snapshot_xmin(s)::text as horizon, pg_snapshot_xmax(s)::text as next, clock_timestamp()::text as now
    from pg_current_snapshot() s`)
  const from = last?.until ?? '0'
  if (BigInt(next) <= BigInt(from)) return { from: '0', until: horizon, next, most: beyondAll, now }
  // A seal has a maximum size; the next one continues.
  const beyond = await tx.maybe(sql<{ at: string }>`
    select transaction_id::text as at from audit_trail
    where org_id = ${org_id} and transaction_id >= ${from}::text::xid8 and transaction_id < ${horizon}::text::xid8
    order by transaction_id offset ${limits.sealedRows} limit 1`)
  const first = beyond && BigInt(beyond.at) <= BigInt(from) ? String(BigInt(beyond.at) + 1n) : beyond?.at
  const until = first ?? horizon
  return { from, until, next, most: until, now }
}

async function rowKeys(tx: Tx, org_id: string, covered: Coverage, last: Last | null): Promise<string[]> {
  // A row dated after the last seal with an earlier transaction number was written after a restore.
  const restored = last
    ? sql`or (a.created_at >= ${last.sealed_at}::timestamptz and a.transaction_id < ${covered.from}::text::xid8 and a.transaction_id < ${covered.until}::text::xid8)`
    : sql``
  const rows = await tx.all(sql<{ key: string }>`
    with found as materialized (
      select a.id from audit_trail a
      where a.org_id = ${org_id}
        and (a.transaction_id >= ${covered.from}::text::xid8 and a.transaction_id < ${covered.most}::text::xid8 ${restored})
    )
    select f.id::text as key from found f
    where not exists (
      select from (
        select unnest(p.keys)::bigint as id from audit_seal_parts p
        where p.org_id = ${org_id} and p.source = 'audit_trail' and p.last_id >= (select min(id) from found)) listed
      where listed.id = f.id)
    order by f.id`)
  return rows.map(({ key }) => key)
}

async function peopleKeys(tx: Tx, org_id: string, { most }: Coverage): Promise<string[]> {
  const rows = await tx.all(sql<{ key: string }>`
    select f.key from (
      select ${personKey} as key from audit_people
      where org_id = ${org_id} and transaction_id < ${most}::text::xid8) f
    where not exists (
      select from (select unnest(p.keys) as key from audit_seal_parts p where p.org_id = ${org_id} and p.source = 'audit_people') listed
      where listed.key = f.key)
    order by f.key`)
  return rows.map(({ key }) => key)
}

/** The public key accompanies the signature: a seal may be checked long after this instance has another one. */
function sign(keys: SigningKeys, payload: string): Promise<string> {
  const { kid, algorithm: alg, privateKey } = keys.current
  const jwk = keyOf(keys, { kid, alg })?.publicJwk
  if (!jwk) throw new Error('the signing key has no public half')
  return new CompactSign(Buffer.from(payload)).setProtectedHeader({ alg, kid, jwk }).sign(privateKey)
}
