import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { isUuid } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { bearerClaims, bearerUser, lockBearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { requireName, type renamePasskeyInput } from '../inputs.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireSecondFactor } from '../second-factor.ts'
import { endSessionsOfPasskey } from '../sessions.ts'
import type { User } from '../users.ts'
import { listPasskeysOf, passkeyAnswer, type Passkey } from './credentials.ts'
import { requireMayManage } from './register-passkey.ts'

/** The bearer's passkeys, oldest first. */
export async function listPasskeys(deps: IdentityDeps, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  const read = async (tx: Tx) => listPasskeysOf(tx, (await bearerUser(tx, claims)).user.id)
  return (await deps.db.transaction(null, read, { readOnly: true })).map(passkeyAnswer)
}

/**
 * Names one of the bearer's passkeys. Refuses over_request_rate_limit, validation_failed (404 when there is no such
 * passkey) and insufficient_aal (403).
 */
export async function renamePasskey(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  passkey_id: string,
  input: z.output<typeof renamePasskeyInput>,
) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `passkeys:${caller.peer}`, deps.config.rates.passkeysByPeer)
  const name = requireName(input.friendly_name)
  if (name === '') refuseIdentity('validation_failed', 'friendly_name is required')
  return deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    requireSecondFactor(bearer, 'AAL2 required to manage passkeys', 403)
    const renamed = await tx.maybe(sql<Passkey>`
      update auth.webauthn_credentials set friendly_name = ${name}
      where id = ${requirePasskeyId(passkey_id)} and user_id = ${bearer.user.id} and factor_id is null
      returning id, friendly_name, created_at, last_used_at`)
    return passkeyAnswer(renamed ?? refuseNoPasskey())
  })
}

/**
 * Removes one of the bearer's passkeys. Ends the sessions it opened, except the one of this request. Refuses
 * over_request_rate_limit, validation_failed (404) and insufficient_aal (403).
 */
export async function deletePasskey(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  passkey_id: string,
): Promise<void> {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `passkeys:${caller.peer}`, deps.config.rates.passkeysByPeer)
  await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    requireMayManage(bearer)
    await removePasskey(deps, tx, bearer.user, passkey_id, claims.session_id)
  })
  deps.mails?.poke()
  const { user_id, session_id } = claims
  caller.log.info({ event: 'passkey_removed', user_id, session_id, passkey_id, peer: caller.peer }, 'passkey removed')
}

/**
 * Removes a user's passkey, ends the sessions it opened except one if it is given, and notifies them. A lost device is
 * signed out with it. Refuses validation_failed (404). The caller holds the user's lock.
 */
export async function removePasskey(
  deps: Pick<IdentityDeps, 'mails'>,
  tx: Tx,
  user: User,
  passkey_id: string,
  except: string | null = null,
): Promise<void> {
  const removed = await tx.maybe(sql<{ friendly_name: string | null }>`
    delete from auth.webauthn_credentials
    where id = ${requirePasskeyId(passkey_id)} and user_id = ${user.id} and factor_id is null returning friendly_name`)
  if (!removed) refuseNoPasskey()
  await endSessionsOfPasskey(tx, user.id, passkey_id, except)
  const credential = removed.friendly_name === null ? 'passkey' : `passkey “${removed.friendly_name}”`
  await queueNotice(tx, deps, user, 'passkey_removed', { credential })
}

function requirePasskeyId(text: string): string {
  return isUuid(text) ? text : refuseNoPasskey()
}

/** Another user's passkey, or none at all: this is GoTrue's code for it. */
function refuseNoPasskey(): never {
  refuseIdentity('validation_failed', 'Passkey not found', { status: 404 })
}
