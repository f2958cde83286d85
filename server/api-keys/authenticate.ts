import type { Rate } from '../identity/rates.ts'
import { takeApiToken } from '../identity/rate-limits.ts'
import type { Database } from '../platform/db.ts'
import type { ApiKeyClaims } from '../platform/http-services.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken, newToken } from '../platform/tokens.ts'

const form = /^onh_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/

/** A new key for this id, with the hash that is stored. */
export function newKey(id: string): { key: string; secret_hash: Buffer } {
  const secret = newToken()
  return { key: `onh_${id.replaceAll('-', '')}_${secret}`, secret_hash: hashOfToken(secret) }
}

/**
 * Returns the owner of a bearer token that begins with `onh_`. Refuses api_key_not_valid (also for a revoked one), and
 * too_many_requests: each key has its own rate limit, shared by all server processes. The key's permissions are read in
 * the request's own transaction.
 */
export function apiKeyVerifier(db: Database, rate: Rate): (token: string) => Promise<ApiKeyClaims> {
  return async (token) => {
    const parts = form.exec(token)
    if (!parts) refuse('api_key_not_valid')
    const id = parts.slice(1, 6).join('-')
    const found = await db.transaction(null, (tx) =>
      tx.maybe(sql<{ org_id: string; name: string }>`
        select org_id, name from app.authenticate_api_key(${id}, ${hashOfToken(parts[6] ?? '')})`),
    )
    if (!found) refuse('api_key_not_valid')
    await takeApiToken(db, `api_key:${id}`, rate)
    return { id, ...found }
  }
}
