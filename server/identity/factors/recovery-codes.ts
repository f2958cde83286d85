import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { bearerClaims, bearerUser, lockBearer, type Bearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import type { Factor } from '../factors.ts'
import { requireName, type recoveryCodesInput } from '../inputs.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import type { Passwords } from '../passwords.ts'
import { fillBucket, takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireRecentFactor } from '../second-factor.ts'
import type { User } from '../users.ts'
import { requireRoom } from './enroll-factor.ts'
import { factorBucket } from './factor-bucket.ts'
import { removeFactor } from './remove-factor.ts'

/** Ten codes that each replace a user's other second factors once. */
const codesPerSet = 10

/** 32 characters that can't be confused with one another. A code has 16 of them, which is 80 bits. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'
const codeCharacters = 16

/** A code is found by its first characters, so that an attempt computes one hash and not ten. */
export const selectorCharacters = 4

const none = 'The user has not enrolled recovery codes'

/** How many codes the bearer has and how many are left. Refuses mfa_factor_not_found if there are none. */
export async function recoveryCodesStatus(deps: IdentityDeps, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  const read = async (tx: Tx) => {
    const { id } = recoveryFactor((await bearerUser(tx, claims)).user) ?? refuseIdentity('mfa_factor_not_found', none)
    return { id, type: 'recovery_code', total: codesPerSet, remaining: await codesLeft(tx, id) }
  }
  return deps.db.transaction(null, read, { readOnly: true })
}

/**
 * Creates the bearer's codes, which are shown only here. Refuses over_request_rate_limit, validation_failed,
 * insufficient_aal (403), mfa_verified_factor_exists, mfa_recovery_codes_sole_factor, too_many_enrolled_mfa_factors and
 * mfa_factor_name_conflict.
 */
export async function generateRecoveryCodes(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  input: z.output<typeof recoveryCodesInput>,
) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const friendly_name = requireName(input.friendly_name) || 'Recovery codes'
  const allowed = (bearer: Bearer) => {
    requireAal2(bearer, 'AAL2 required to generate recovery codes')
    if (recoveryFactor(bearer.user)) refuseIdentity('mfa_verified_factor_exists')
    if (!bearer.user.factors.some(({ status }) => status === 'verified'))
      refuseIdentity('mfa_recovery_codes_sole_factor')
  }
  // Before the hashing, which takes time.
  await deps.db.transaction(null, async (tx) => allowed(await bearerUser(tx, claims)), { readOnly: true })
  const { codes, rows } = await newCodes(deps.passwords)
  const id = newId()
  await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    allowed(bearer)
    await requireRoom(tx, bearer, friendly_name)
    await tx.run(sql`
      insert into auth.factors (id, user_id, factor_type, status, friendly_name, verified_at)
      values (${id}, ${bearer.user.id}, 'recovery_code', 'verified', ${friendly_name}, clock_timestamp())`)
    await writeCodes(tx, id, rows)
    await queueNotice(tx, deps, bearer.user, 'recovery_codes_made')
  })
  return madeCodes(deps, caller, claims.user_id, { id, friendly_name }, codes)
}

/**
 * Replaces the bearer's codes with new ones; the old ones stop working, and attempts on them are reset. Refuses
 * over_request_rate_limit, insufficient_aal (403) and mfa_factor_not_found.
 */
export async function regenerateRecoveryCodes(deps: IdentityDeps, caller: Caller, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const allowed = (bearer: Bearer) => {
    requireAal2(bearer, 'AAL2 required to regenerate recovery codes')
    return recoveryFactor(bearer.user) ?? refuseIdentity('mfa_factor_not_found', none)
  }
  await deps.db.transaction(null, async (tx) => allowed(await bearerUser(tx, claims)), { readOnly: true })
  const { codes, rows } = await newCodes(deps.passwords)
  const factor = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    const own = allowed(bearer)
    await tx.run(sql`delete from auth.recovery_codes where factor_id = ${own.id}`)
    await writeCodes(tx, own.id, rows)
    await tx.run(sql`update auth.factors set updated_at = clock_timestamp() where id = ${own.id}`)
    await queueNotice(tx, deps, bearer.user, 'recovery_codes_made')
    return own
  })
  await fillBucket(deps.db, factorBucket(factor.id))
  return madeCodes(deps, caller, claims.user_id, factor, codes)
}

/** Removes the bearer's codes. Refuses over_request_rate_limit, insufficient_aal (403) and mfa_factor_not_found. */
export async function removeRecoveryCodes(deps: IdentityDeps, caller: Caller, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const id = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    requireAal2(bearer, 'AAL2 required to delete recovery codes')
    const factor = recoveryFactor(bearer.user) ?? refuseIdentity('mfa_factor_not_found', none)
    await removeFactor(deps, tx, bearer.user, factor)
    return factor.id
  })
  deps.mails?.poke()
  const about = { user_id: claims.user_id, session_id: claims.session_id, factor_id: id, peer: caller.peer }
  caller.log.info({ event: 'recovery_codes_removed', ...about }, 'recovery codes removed')
  return { id }
}

/** The factor that represents a user's recovery codes. */
export function recoveryFactor({ factors }: User): Factor | undefined {
  return factors.find(({ factor_type }) => factor_type === 'recovery_code')
}

/** How many codes of a set are unused. */
export async function codesLeft(tx: Tx, factor_id: string): Promise<number> {
  const { left } = await tx.one(sql<{ left: number }>`
    select count(*)::integer as left from auth.recovery_codes where factor_id = ${factor_id} and used_at is null`)
  return left
}

function requireAal2(bearer: Bearer, message: string): void {
  if (bearer.session.aal !== 'aal2') refuseIdentity('insufficient_aal', message, { status: 403 })
  requireRecentFactor(bearer, message, 403)
}

type CodeRow = { selector: string; code_hash: string }

async function newCodes(passwords: Passwords): Promise<{ codes: string[]; rows: CodeRow[] }> {
  const bySelector = new Map<string, string>()
  while (bySelector.size < codesPerSet) {
    const code = newCode()
    bySelector.set(code.slice(0, selectorCharacters), code)
  }
  const codes = [...bySelector.values()]
  const rows = await Promise.all(
    [...bySelector].map(async ([selector, code]) => ({ selector, code_hash: await passwords.hash(code) })),
  )
  return { codes, rows }
}

function newCode(): string {
  return Array.from(randomBytes(codeCharacters), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

async function writeCodes(tx: Tx, factor_id: string, rows: CodeRow[]): Promise<void> {
  await tx.run(sql`
    insert into auth.recovery_codes (factor_id, selector, code_hash)
    select ${factor_id}, selector, code_hash from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(selector text, code_hash text)`)
}

function madeCodes(
  deps: IdentityDeps,
  caller: Caller,
  user_id: string,
  { id, friendly_name }: Pick<Factor, 'id' | 'friendly_name'>,
  codes: string[],
) {
  deps.mails?.poke()
  caller.log.info({ event: 'recovery_codes_made', user_id, factor_id: id, peer: caller.peer }, 'recovery codes made')
  return { id, type: 'recovery_code', friendly_name: friendly_name ?? '', total: codes.length, codes }
}
