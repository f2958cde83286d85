import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Database, Tx } from '../platform/db.ts'
import { sealedIn } from '../platform/secret-key.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'

/** Identifies this instance to push services (RFC 8292). */
export type PushKeys = Readonly<{
  /** The key that browsers subscribe with: an uncompressed point of P-256, base64url. */
  publicKey: string
  /** The `Authorization` header for the push service of an address. */
  authorization(endpoint: string): Promise<string>
}>

/** Advisory lock for creating the keys, so that processes starting together agree. */
const keysLock = 7_310_003
const context = sealedIn('sealed_push_key', 'true')
/** RFC 8292 allows a day. */
const tokenHours = 12

/**
 * The instance's keys for push services, created at the first start and stored encrypted. `contact`: who a push service
 * can reach about our messages.
 */
export async function loadPushKeys(db: Database, secrets: Secrets, contact: string): Promise<PushKeys> {
  const { public_key, sealed_push_key } = await db.transaction(null, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${keysLock}::bigint)`)
    return (await readKeys(tx)) ?? (await makeKeys(tx, secrets))
  })
  const key = await importJWK(JSON.parse(secrets.open(sealed_push_key, context)) as JWK, 'ES256')
  const tokens = new Map<string, { token: string; until: number }>()

  async function tokenFor(origin: string): Promise<string> {
    const known = tokens.get(origin)
    if (known && known.until > Date.now()) return known.token
    // There are only a few push services; a user who names many must not fill the memory.
    if (tokens.size >= 100) tokens.clear()
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(origin)
      .setSubject(contact)
      .setExpirationTime(`${tokenHours}h`)
      .sign(key)
    tokens.set(origin, { token, until: Date.now() + (tokenHours / 2) * 3_600_000 })
    return token
  }

  return {
    publicKey: public_key,
    authorization: async (endpoint) => `vapid t=${await tokenFor(new URL(endpoint).origin)}, k=${public_key}`,
  }
}

type KeyRow = { public_key: string; sealed_push_key: string }

function readKeys(tx: Tx): Promise<KeyRow | undefined> {
  return tx.maybe(sql<KeyRow>`select public_key, sealed_push_key from auth.push_keys`)
}

async function makeKeys(tx: Tx, secrets: Secrets): Promise<KeyRow> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(jwk.x ?? '', 'base64url'),
    Buffer.from(jwk.y ?? '', 'base64url'),
  ])
  // Subscriptions made with other keys are useless.
  await tx.run(sql`delete from auth.push_subscriptions`)
  return tx.one(sql<KeyRow>`
    insert into auth.push_keys (public_key, sealed_push_key)
    values (${point.toString('base64url')}, ${secrets.seal(JSON.stringify(jwk), context)})
    returning public_key, sealed_push_key`)
}
