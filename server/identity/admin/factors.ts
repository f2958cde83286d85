import type { IdentityDeps } from '../deps.ts'
import { factorAnswer } from '../factors.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { refuseIdentity } from '../refusals.ts'
import { lockUser } from '../users.ts'
import { findAnyUser } from './find-user.ts'
import { requireUuid } from './inputs.ts'

/** A user's second factors. Refuses user_not_found. */
export async function listFactors({ db }: IdentityDeps, user_id: string) {
  return db.transaction(null, async (tx) => (await findAnyUser(tx, user_id)).factors.map(factorAnswer), {
    readOnly: true,
  })
}

/** Removes a user's factor and returns what it was. Refuses user_not_found and mfa_factor_not_found, both with 404. */
export async function deleteFactor(deps: IdentityDeps, user_id: string, factor_id: string) {
  const removed = await deps.db.transaction(null, async (tx) => {
    await lockUser(tx, requireUuid('user_id', user_id))
    const user = await findAnyUser(tx, user_id)
    const id = requireUuid('factor_id', factor_id).toLowerCase()
    const factor = user.factors.find((one) => one.id === id)
    if (!factor) refuseIdentity('mfa_factor_not_found')
    await removeFactor(deps, tx, user, factor)
    return factorAnswer(factor)
  })
  deps.mails?.poke()
  return removed
}
