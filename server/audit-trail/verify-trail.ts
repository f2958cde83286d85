import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose'
import { limits } from '../../contract/limits.ts'
import type { Database, Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { readLeaves, sha256 } from './leaves.ts'
import { partHash, rootOf, type Part } from './seal-parts.ts'
import type { SealPayload } from './seal-trail.ts'

/** The first mismatch, in words; `row` names the row of audit_trail or audit_people if there is one. */
export type Mismatch = Readonly<{ seal_no: number | null; row: string | null; problem: string }>

export type Verified = Readonly<{
  org_id: string
  seals: number
  rows: number
  /** The hash of the newest seal, which covers the entire trail up to there. */
  newest: string | null
  /** Rows since the newest seal, which aren't covered yet. */
  unsealed: number
  /** Rows from which an upgrade erased names after they were sealed. */
  erased: number
  /** Thumbprints of keys that signed earlier seals and no longer belong to this instance. */
  formerKeys: readonly string[]
  mismatch: Mismatch | null
}>

type SealRow = { seal_no: number; payload: string; hash: string; signature: string }

export type VerifyOptions = Readonly<{
  /** Thumbprints of the keys that this instance signs with. */
  trusted: ReadonlySet<string>
  /** A seal's hash when it left the machine, by its number. */
  expected?: ReadonlyMap<number, string>
}>

/**
 * Checks an organization's audit trail against its seals, oldest first, and stops at the first mismatch: a seal, a row
 * that was changed or deleted, a row that was inserted afterwards. Trusts nothing in the database except what the
 * signatures cover: hashes are computed here.
 */
export function verifyTrail(db: Database, org_id: string, options: VerifyOptions): Promise<Verified> {
  return db.transaction(
    { org_id, user_id: null },
    async (tx) => {
      const seals = await tx.all(sql<SealRow>`
        select seal_no, payload, encode(hash, 'hex') as hash, signature from audit_seals where org_id = ${org_id} order by seal_no`)
      const former = new Set<string>()
      let rows = 0
      const erased: string[] = []
      let previous: string | null = null
      let mismatch: Mismatch | null = null
      for (const [index, seal] of seals.entries()) {
        const isNewest = index === seals.length - 1
        mismatch =
          (await checkSeal(seal, index + 1, previous, isNewest, org_id, options, former)) ??
          (await checkParts(tx, org_id, seal, erased))
        if (mismatch) break
        previous = seal.hash
        rows += (JSON.parse(seal.payload) as SealPayload).rows
      }
      const newest = seals.at(-1)
      mismatch ??= await checkInserted(tx, org_id, newest)
      for (const [seal_no] of options.expected ?? [])
        mismatch ??= seals.some((seal) => seal.seal_no === seal_no) ? null : missing(seal_no)
      return {
        org_id,
        seals: seals.length,
        rows,
        newest: newest?.hash ?? null,
        erased: erased.length,
        unsealed: mismatch ? 0 : await countUnsealed(tx, org_id, rows),
        formerKeys: [...former],
        mismatch,
      }
    },
    { readOnly: true, statementTimeoutMs: limits.importSeconds * 1_000 },
  )
}

/** The thumbprints of public keys. */
export async function thumbprintsOf(jwks: readonly JWK[]): Promise<ReadonlySet<string>> {
  return new Set(await Promise.all(jwks.map((jwk) => calculateJwkThumbprint(jwk))))
}

const ofSeal = (seal_no: number, problem: string): Mismatch => ({ seal_no, row: null, problem })
const missing = (seal_no: number) => ofSeal(seal_no, `seal ${seal_no} is missing`)

/** The seal itself: its position in the chain, its hash and its signature. */
async function checkSeal(
  { seal_no, payload, hash, signature }: SealRow,
  expectedNo: number,
  previous: string | null,
  isNewest: boolean,
  org_id: string,
  { trusted, expected }: VerifyOptions,
  former: Set<string>,
): Promise<Mismatch | null> {
  if (seal_no !== expectedNo) return missing(expectedNo)
  if (sha256(payload).toString('hex') !== hash) return ofSeal(seal_no, `seal ${seal_no} was changed`)
  if (expected?.has(seal_no) && expected.get(seal_no) !== hash)
    return ofSeal(seal_no, `seal ${seal_no} differs from the one that was sent`)
  const content = JSON.parse(payload) as SealPayload
  if (content.org_id !== org_id || content.seal_no !== seal_no || content.previous !== previous)
    return ofSeal(seal_no, `seal ${seal_no} does not continue the seal before it`)
  const signer = await signerOf(signature, payload)
  if (signer === null) return ofSeal(seal_no, `the signature of seal ${seal_no} is not valid`)
  if (trusted.has(signer)) return null
  former.add(signer)
  return isNewest ? ofSeal(seal_no, `seal ${seal_no} was signed with a key that this instance doesn’t have`) : null
}

/** The thumbprint of the key that signed the payload; null when the signature doesn't fit it. */
async function signerOf(signature: string, payload: string): Promise<string | null> {
  try {
    const header = JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString()) as {
      alg: string
      jwk: JWK
    }
    const verified = await compactVerify(signature, await importJWK(header.jwk, header.alg))
    return Buffer.from(verified.payload).toString() === payload ? await calculateJwkThumbprint(header.jwk) : null
  } catch {
    // Any error means that nothing is proven.
    return null
  }
}

/** The rows that a seal covers, part by part. */
async function checkParts(
  tx: Tx,
  org_id: string,
  { seal_no, payload }: SealRow,
  erased: string[],
): Promise<Mismatch | null> {
  const { root, version } = JSON.parse(payload) as SealPayload
  const numbers = await tx.all(sql<{ part_no: number }>`
    select part_no from audit_seal_parts where org_id = ${org_id} and seal_no = ${seal_no} order by part_no`)
  const hashes: Buffer[] = []
  let mismatch: Mismatch | null = null
  for (const { part_no } of numbers) {
    const part = await tx.one(sql<Part>`
      select source, keys, encode(digests, 'hex') as digests from audit_seal_parts
      where org_id = ${org_id} and seal_no = ${seal_no} and part_no = ${part_no}`)
    hashes.push(partHash(part))
    mismatch ??= await checkRows(tx, org_id, { seal_no, version }, part, erased)
  }
  return rootOf(hashes) === root ? mismatch : ofSeal(seal_no, `the digests that seal ${seal_no} covers were changed`)
}

async function checkRows(
  tx: Tx,
  org_id: string,
  { seal_no, version }: Pick<SealPayload, 'seal_no' | 'version'>,
  { source, keys, digests }: Part,
  erased: string[],
): Promise<Mismatch | null> {
  const leaves = await readLeaves(tx, org_id, source, keys)
  const left = version === 1 && source === 'audit_trail' ? await leftOf(tx, org_id, keys) : new Map<string, string>()
  for (const [index, key] of keys.entries()) {
    const leaf = leaves.get(key)
    const row = `${source} ${key}`
    if (!leaf) return { seal_no, row, problem: `${row} was deleted` }
    const digest = digests.slice(index * 64, index * 64 + 64)
    const present = sha256(leaf.text).toString('hex')
    if (leaf.is_false) return { seal_no, row, problem: `${row} was changed` }
    if (present === digest) continue
    if (present !== left.get(key)) return { seal_no, row, problem: `${row} was changed` }
    erased.push(key)
  }
  return null
}

/** The digests of rows from which an upgrade erased the names of people (db/migrations/0390_personal_data.sql). */
async function leftOf(tx: Tx, org_id: string, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.all(sql<{ key: string; digest: string }>`
    select id::text as key, encode(digest, 'hex') as digest from audit_erasures
    where org_id = ${org_id} and id = any (${[...keys]}::bigint[])`)
  return new Map(rows.map(({ key, digest }) => [key, digest]))
}

/**
 * Rows that no seal covers but one should: dated before the newest seal by a transaction that was over then, or that
 * began only afterwards. (A clock set back by a few minutes doesn't make a row look inserted.)
 */
async function checkInserted(tx: Tx, org_id: string, newest: SealRow | undefined): Promise<Mismatch | null> {
  if (!newest) return null
  const { until, next, sealed_at, seal_no } = JSON.parse(newest.payload) as SealPayload
  const found = await tx.maybe(sql<{ id: string }>`
    select a.id::text as id from audit_trail a
    where a.org_id = ${org_id} and a.created_at < ${sealed_at}::timestamptz
      and (a.transaction_id < ${until}::text::xid8
        or a.transaction_id >= ${next}::text::xid8 and a.created_at < ${sealed_at}::timestamptz - make_interval(mins => ${limits.clockSkewMinutes}))
      and not exists (
        select from (
          select unnest(p.keys)::bigint as id from audit_seal_parts p where p.org_id = ${org_id} and p.source = 'audit_trail') listed
        where listed.id = a.id)
    order by a.id limit 1`)
  if (!found) return null
  const row = `audit_trail ${found.id}`
  return { seal_no, row, problem: `${row} was inserted after seal ${seal_no} and dated before it` }
}

async function countUnsealed(tx: Tx, org_id: string, sealed: number): Promise<number> {
  const { rows } = await tx.one(sql<{ rows: number }>`
    select count(*)::integer as rows from audit_trail where org_id = ${org_id}`)
  return rows - sealed
}
