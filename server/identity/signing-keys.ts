import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose'
import type { Database, Tx } from '../platform/db.ts'
import { sealedIn } from '../platform/secret-key.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { importKey, importKeyPair, type KeyPair, type SigningAlgorithm } from './given-keys.ts'

/** The keys of this instance: one signs, all of them verify, the public halves are published. */
export type SigningKeys = Readonly<{
  issuer: string
  current: Pick<KeyPair, 'kid' | 'algorithm' | 'privateKey'>
  verifying: readonly VerifyingKey[]
  jwks: { keys: JWK[] }
}>

/** `retired`: another key signs now. It verifies the access tokens it signed until they expire, and nothing else. */
export type VerifyingKey = Readonly<{
  kid: string
  algorithm: SigningAlgorithm
  publicKey: CryptoKey
  publicJwk: JWK
  retired: boolean
}>

export type KeySettings = Readonly<{
  issuer: string
  /** The operator's private keys, the signing one first; none: the instance creates its own. */
  jwtKeys: readonly JWK[]
  /** How long a replaced key still verifies. */
  accessTokenSeconds: number
}>

/**
 * The key that a token's header names, or the only one of its algorithm if it names none; undefined if there is no such
 * key. Each key has exactly one algorithm.
 */
export function keyOf(keys: SigningKeys, { kid, alg }: { kid?: string; alg?: string }): VerifyingKey | undefined {
  const fitting = keys.verifying.filter((key) => key.algorithm === alg && (kid === undefined || key.kid === kid))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Advisory lock for creating and retiring keys, so that processes starting together agree. */
const keysLock = 7_310_002

/**
 * The operator's keys, else the instance's own, newest first, created if there is none. Own keys are stored encrypted;
 * those that an earlier version stored unencrypted are encrypted now. When the operator provides keys, own ones retire:
 * sessions continue, and their tokens verify until they expire.
 */
export async function loadSigningKeys(db: Database, secrets: Secrets, settings: KeySettings): Promise<SigningKeys> {
  const given = await Promise.all(settings.jwtKeys.map(importKeyPair))
  const rows = await db.transaction(null, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${keysLock}::bigint)`)
    await sealPlainKeys(tx, secrets)
    await tx.run(sql`
      delete from auth.signing_keys
      where retired_at < clock_timestamp() - make_interval(secs => ${settings.accessTokenSeconds})`)
    if (given.length > 0)
      await tx.run(sql`update auth.signing_keys set retired_at = clock_timestamp() where retired_at is null`)
    else if ((await readKeys(tx)).every((row) => row.retired)) await insertKey(tx, secrets)
    return readKeys(tx)
  })
  const own = await Promise.all(rows.map((row) => importRow(row, secrets)))
  const known = [...given.map((key) => ({ ...key, retired: false })), ...own]
  const current = known.find((key) => !key.retired)
  if (!current) throw new Error('there is no signing key')
  const verifying = known.filter((key, index) => known.findIndex(({ kid }) => kid === key.kid) === index)
  return { issuer: settings.issuer, current, verifying, jwks: { keys: verifying.map((key) => key.publicJwk) } }
}

type KeyRow = {
  kid: string
  algorithm: SigningAlgorithm
  sealed_private_jwk: string
  public_jwk: JWK
  retired: boolean
}

function readKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.all(sql<KeyRow>`
    select kid, algorithm, sealed_private_jwk, public_jwk, retired_at is not null as retired
    from auth.signing_keys order by created_at desc, kid`)
}

async function importRow(row: KeyRow, secrets: Secrets) {
  const { kid, algorithm, public_jwk, sealed_private_jwk, retired } = row
  const jwk = JSON.parse(secrets.open(sealed_private_jwk, contextOf(kid))) as JWK
  const { privateKey } = await importKeyPair(jwk)
  return {
    kid,
    algorithm,
    retired,
    privateKey,
    publicKey: await importKey(public_jwk, algorithm),
    publicJwk: public_jwk,
  }
}

const contextOf = (kid: string) => sealedIn('sealed_private_jwk', kid)

async function sealPlainKeys(tx: Tx, secrets: Secrets): Promise<void> {
  const plain = await tx.all(sql<{ kid: string; private_jwk: JWK }>`
    select kid, private_jwk from auth.signing_keys where private_jwk is not null for update`)
  for (const { kid, private_jwk } of plain) {
    const sealed = secrets.seal(JSON.stringify(private_jwk), contextOf(kid))
    await tx.run(sql`
      update auth.signing_keys set sealed_private_jwk = ${sealed}, private_jwk = null where kid = ${kid}`)
  }
}

async function insertKey(tx: Tx, secrets: Secrets): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(pair.privateKey)), alg: 'ES256' }
  const { kid, publicJwk } = await importKeyPair(jwk)
  await tx.run(sql`
    insert into auth.signing_keys (kid, algorithm, sealed_private_jwk, public_jwk)
    values (${kid}, 'ES256', ${secrets.seal(JSON.stringify({ ...jwk, kid }), contextOf(kid))}, ${JSON.stringify(publicJwk)}::jsonb)`)
}
