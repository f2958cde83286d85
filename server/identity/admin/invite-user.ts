import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { requireEmail, requireSmallMetadata } from '../inputs.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { refuseIdentity } from '../refusals.ts'
import { findUserByEmail, readUser, userAnswer, type User } from '../users.ts'

/**
 * Creates a user without a password and emails them a link that opens the account. Refuses validation_failed and
 * email_exists.
 */
export async function inviteUser(
  { db, mails }: IdentityDeps,
  caller: Caller,
  input: { email: string; data?: Record<string, unknown> | null | undefined },
) {
  const email = requireEmail(input.email)
  const user_metadata = requireSmallMetadata(input.data ?? {})
  const user = await db.transaction(null, async (tx) => {
    const invited = await invitedUser(tx, email, user_metadata)
    const details = { redirect_to: caller.redirect_to }
    if (mails) await queueMail(tx, { kind: 'invite', email, user_id: invited.id, details })
    return invited
  })
  mails?.poke()
  return userAnswer(user)
}

/** The user of an invitation, created unless the address is already waiting for confirmation. Refuses email_exists. */
export async function invitedUser(tx: Tx, email: string, user_metadata: Record<string, unknown>): Promise<User> {
  await tx.run(sql`
    insert into auth.users (id, email, user_metadata, own_org_id)
    values (${newId()}, ${email}, ${JSON.stringify(user_metadata)}::jsonb, ${newId()})
    on conflict (email) do nothing`)
  const user = await findUserByEmail(tx, email)
  if (!user || user.email_confirmed_at !== null) refuseIdentity('email_exists')
  await tx.run(sql`
    update auth.users set invited_at = clock_timestamp(), confirmation_sent_at = clock_timestamp() where id = ${user.id}`)
  return readUser(tx, user.id)
}
