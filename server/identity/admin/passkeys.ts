import type { IdentityDeps } from '../deps.ts'
import { lockUser } from '../users.ts'
import { listPasskeysOf, passkeyAnswer } from '../webauthn/credentials.ts'
import { removePasskey } from '../webauthn/manage-passkeys.ts'
import { findAnyUser } from './find-user.ts'
import { requireUuid } from './inputs.ts'

/** A user's passkeys. Refuses user_not_found. */
export async function listPasskeys({ db }: IdentityDeps, user_id: string) {
  const passkeys = await db.transaction(null, async (tx) => listPasskeysOf(tx, (await findAnyUser(tx, user_id)).id), {
    readOnly: true,
  })
  return passkeys.map(passkeyAnswer)
}

/** Removes a user's passkey, and tells them. Refuses user_not_found and validation_failed, both with 404. */
export async function deletePasskey(deps: IdentityDeps, user_id: string, passkey_id: string): Promise<void> {
  await deps.db.transaction(null, async (tx) => {
    await lockUser(tx, requireUuid('user_id', user_id))
    await removePasskey(deps, tx, await findAnyUser(tx, user_id), passkey_id)
  })
  deps.mails?.poke()
}
