import { asUser } from '../../platform/as-user.ts'
import { sql } from '../../platform/sql.ts'
import type { IdentityDeps } from '../deps.ts'
import { voidTokens } from '../one-time-tokens.ts'
import { refuseIdentity } from '../refusals.ts'
import { endSessionsOf } from '../sessions.ts'
import { lockUser } from '../users.ts'
import { findAnyUser } from './find-user.ts'

/**
 * Deletes a user and their memberships; their entries stay with the organizations. A soft delete keeps the row without
 * personal data, and the user can never sign in again. Refuses user_not_found, and conflict for the only owner of an
 * organization that has other members.
 */
export async function deleteUser(deps: IdentityDeps, id: string, softly: boolean): Promise<object> {
  await deps.db.transaction(null, async (tx) => {
    const { id: user_id, deleted_at } = await findAnyUser(tx, id)
    await lockUser(tx, user_id)
    const { left } = await asUser(tx, null, user_id, () =>
      tx.one(sql<{ left: boolean }>`select app.leave_organizations(${user_id}) as left`),
    )
    if (!left) refuseIdentity('conflict', 'This user is the only owner of an organization with other members')
    if (!softly) return tx.run(sql`delete from auth.users where id = ${user_id}`)
    if (deleted_at !== null) return 0
    await endSessionsOf(tx, user_id, 'deleted')
    await voidTokens(tx, user_id)
    await tx.run(sql`delete from auth.webauthn_credentials where user_id = ${user_id}`)
    await tx.run(sql`delete from auth.factors where user_id = ${user_id}`)
    await tx.run(sql`delete from auth.identities where user_id = ${user_id}`)
    await tx.run(sql`delete from auth.remembered_devices where user_id = ${user_id}`)
    await tx.run(sql`delete from auth.mails where user_id = ${user_id}`)
    return tx.run(sql`
      update auth.users set deleted_at = clock_timestamp(), email = ${`${user_id}@deleted.invalid`}, password_hash = null, new_email = null,
        email_change_half = null, user_metadata = '{}', app_metadata = '{}', updated_at = clock_timestamp()
      where id = ${user_id}`)
  })
  return {}
}
