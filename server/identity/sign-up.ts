import { sql } from 'kysely'
import type { z } from 'zod'
import { isTimeZone, presentName } from '../../contract/time-zones.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { newId } from '../platform/ids.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { requireEmail, requireSmallMetadata, type signUpInput } from './inputs.ts'
import { requireGoodPassword } from './password-rules.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { sessionAnswer } from './session-answer.ts'
import { openSession } from './sessions.ts'
import { findUser } from './users.ts'

/**
 * Makes a user with an organisation of their own and signs them in, all in one transaction. There is no mail server yet, so the
 * address counts as confirmed at once. Refuses, in this order: over_request_rate_limit, signup_disabled,
 * anonymous_provider_disabled, phone_provider_disabled, validation_failed (address, password, metadata), weak_password,
 * user_already_exists. The unique key on the address decides, so of two sign-ups at once one wins.
 */
export async function signUp(deps: IdentityDeps, caller: Caller, input: z.output<typeof signUpInput>) {
  const { db, config, passwords } = deps
  await takeToken(db, `sign_up:${caller.peer}`, config.rates.signUpByPeer)
  if (!config.signUpAllowed) refuseIdentity('signup_disabled')
  if (input.email === '' && input.phone === '') refuseIdentity('anonymous_provider_disabled')
  if (input.email === '') refuseIdentity('phone_provider_disabled')
  const email = requireEmail(input.email)
  requireGoodPassword(input.password, email, config.passwordMinCharacters)
  const user_metadata = requireSmallMetadata(input.data)

  const password_hash = await passwords.hash(input.password)
  const user_id = newId()
  const org_id = newId()
  const opened = await db.transaction({ org_id, user_id }, async (tx) => {
    const inserted = await tx.run(sql`
      insert into auth.users (id, email, password_hash, email_confirmed_at, last_sign_in_at, user_metadata, own_org_id)
      values (${user_id}, ${email}, ${password_hash}, clock_timestamp(), clock_timestamp(),
        ${JSON.stringify(user_metadata)}::jsonb, ${org_id})
      on conflict (email) do nothing`)
    if (inserted === 0) refuseIdentity('user_already_exists')
    await createOrganization(tx, { org_id, user_id, email, time_zone: timeZoneIn(user_metadata) })
    const session = await openSession(tx, user_id, caller)
    const user = await findUser(tx, user_id)
    if (!user) throw new Error('a user vanished while signing up')
    return { user, session }
  })
  caller.log.info({ event: 'signed_up', user_id, session_id: opened.session.id, peer: caller.peer }, 'signed up')
  return sessionAnswer(deps, opened.user, opened.session)
}

/** Where the browser says it is: the organisation's time zone until somebody chooses another one. */
function timeZoneIn({ time_zone }: Record<string, unknown>): string | null {
  return typeof time_zone === 'string' && isTimeZone(time_zone) ? presentName(time_zone) : null
}
