import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/db.ts'

/** The keys of this instance: one signs, all of them verify, the public halves are published. */
export type SigningKeys = Readonly<{
  issuer: string
  current: { kid: string; privateKey: CryptoKey }
  /** Public keys by `kid`. A token naming another `kid` is not ours. */
  publicKeys: ReadonlyMap<string, CryptoKey>
  jwks: { keys: JWK[] }
}>

type KeyRow = { kid: string; private_jwk: JWK; public_jwk: JWK }

/** Advisory lock under which the first key is made, so that processes starting together agree on one. */
const firstKeyLock = 7_310_002

/** Reads the signing keys, newest first, making the first one when the instance has none. */
export async function loadSigningKeys(db: Database, issuer: string): Promise<SigningKeys> {
  const rows = await db.transaction(null, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${firstKeyLock}::bigint)`)
    const known = await readKeys(tx)
    if (known.length > 0) return known
    await insertKey(tx)
    return readKeys(tx)
  })
  const [newest] = rows
  if (!newest) throw new Error('there is no signing key')
  const publicKeys = new Map<string, CryptoKey>()
  for (const { kid, public_jwk } of rows) publicKeys.set(kid, await importKey(public_jwk))
  return {
    issuer,
    current: { kid: newest.kid, privateKey: await importKey(newest.private_jwk) },
    publicKeys,
    jwks: { keys: rows.map((row) => row.public_jwk) },
  }
}

function readKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.all(sql<KeyRow>`select kid, private_jwk, public_jwk from auth.signing_keys order by created_at desc, kid`)
}

async function insertKey(tx: Tx): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const common = { kid, alg: 'ES256', use: 'sig' }
  const publicJwk = { ...jwk, ...common, key_ops: ['verify'] }
  const privateJwk = { ...(await exportJWK(pair.privateKey)), ...common, key_ops: ['sign'] }
  await tx.run(sql`
    insert into auth.signing_keys (kid, algorithm, private_jwk, public_jwk)
    values (${kid}, 'ES256', ${JSON.stringify(privateJwk)}::jsonb, ${JSON.stringify(publicJwk)}::jsonb)`)
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('an ES256 key cannot be symmetric')
  return key
}
