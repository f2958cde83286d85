import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { confirmUser } from '../confirm-user.ts'
import type { IdentityDeps } from '../deps.ts'
import { requireEmail, requireSmallMetadata } from '../inputs.ts'
import { requireGoodPassword } from '../password-rules.ts'
import { isSafeHash } from '../passwords.ts'
import { refuseIdentity } from '../refusals.ts'
import { readUser, userAnswer } from '../users.ts'
import { banSeconds, ownMetadata, refuseWhatIsFixed, requireUuid, type AdminUserInput } from './inputs.ts'

/**
 * Creates a user; with `email_confirm` they can sign in immediately and have their organization. Refuses, in this
 * order: phone_provider_disabled, validation_failed, weak_password, email_exists.
 */
export async function createUser(deps: IdentityDeps, input: AdminUserInput) {
  refuseWhatIsFixed(input)
  if (input.email === '') {
    refuseIdentity('validation_failed', 'Cannot create a user without either an email or phone')
  }
  const email = requireEmail(input.email)
  const user_id = input.id === '' ? newId() : requireUuid('id', input.id).toLowerCase()
  const org_id = newId()
  const banned = banSeconds(input.ban_duration) ?? 0
  const user_metadata = requireSmallMetadata(input.user_metadata ?? {})
  const app_metadata = requireSmallMetadata(ownMetadata(input.app_metadata ?? {}))
  const password_hash = await hashOf(deps, email, input)
  return deps.db.transaction({ org_id, user_id }, async (tx) => {
    const inserted = await tx.run(sql`
      insert into auth.users (id, email, password_hash, user_metadata, app_metadata, own_org_id, banned_until)
      values (${user_id}, ${email}, ${password_hash}, ${JSON.stringify(user_metadata)}::jsonb, ${JSON.stringify(app_metadata)}::jsonb,
        ${org_id}, case when ${banned}::float8 > 0 then clock_timestamp() + make_interval(secs => ${banned}) end)
      on conflict do nothing`)
    if (inserted === 0) refuseIdentity('email_exists')
    const user = await readUser(tx, user_id)
    return userAnswer(input.email_confirm ? await confirmUser(tx, user, { proven: false }) : user)
  })
}

/** A password, or the hash of one from another server: argon2id, and no cheaper than our own. */
async function hashOf(
  deps: IdentityDeps,
  email: string,
  { password, password_hash }: AdminUserInput,
): Promise<string | null> {
  if (password) {
    requireGoodPassword(password, email, deps.config.passwordMinCharacters)
    return deps.passwords.hash(password)
  }
  if (password_hash === '') return null
  if (!isSafeHash(password_hash)) {
    refuseIdentity('validation_failed', 'password_hash must be argon2id with at least 19 MiB and 2 passes')
  }
  return password_hash
}
