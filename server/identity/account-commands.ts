import type { Database } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { confirmLink } from './compose-mail.ts'
import { normalEmail } from './inputs.ts'
import { queueNotice } from './mails/queue-mail.ts'
import { linkHoursOf, writeToken } from './one-time-tokens.ts'
import type { TokenType } from './mails/mail-kinds.ts'
import { accountKey } from './rate-limits.ts'
import { endSessionsOf } from './sessions.ts'
import { findUserByEmail, lockUser, type User } from './users.ts'

/** Commands that the operator runs on the server for people who can't sign in, where email doesn't reach them. */

export const printableLinks = ['signup', 'recovery', 'magiclink', 'invite', 'email_change'] as const
export type PrintableLink = (typeof printableLinks)[number]

export type PrintedLink = Readonly<{ email: string; link: string; code: string; hours: number }>

type LinkDeps = Readonly<{ db: Database; secrets: Secrets; siteUrl: string }>

/**
 * Creates the link (for an address change: the two links) that an email would have contained. Throws a message if the
 * account doesn't allow it: unknown, already confirmed (signup, invite), or no address change requested (email_change).
 */
export async function printLinks(deps: LinkDeps, address: string, type: PrintableLink): Promise<PrintedLink[]> {
  const email = normalEmail(address)
  return deps.db.transaction(null, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) throw new Error(`There is no account for ${email}.`)
    const links: PrintedLink[] = []
    for (const one of linksFor(user, type)) {
      const { token_hash, code } = await writeToken(tx, deps.secrets, { id: newId(), user_id: user.id, ...one })
      const link = confirmLink(deps.siteUrl, token_hash, one.type)
      links.push({ email: one.email, link, code, hours: linkHoursOf(one.type) })
    }
    return links
  })
}

type Wanted = { type: TokenType; email: string; new_email: string | null; password_hash: string | null }

function linksFor(user: User, type: PrintableLink): Wanted[] {
  const { email, new_email } = user
  if (type === 'email_change') {
    if (new_email === null) throw new Error(`${email} hasn’t requested an address change.`)
    const halves = [
      { type: 'email_change_current' as const, half: 'current', email },
      { type: 'email_change_new' as const, half: 'new', email: new_email },
    ]
    return halves
      .filter(({ half }) => half !== user.email_change_half)
      .map((half) => ({ type: half.type, email: half.email, new_email, password_hash: null }))
  }
  if ((type === 'signup' || type === 'invite') && user.email_confirmed_at !== null)
    throw new Error(`${email} is already confirmed. Use recovery or magiclink.`)
  return [{ type, email, new_email: null, password_hash: type === 'signup' ? user.password_hash : null }]
}

/** Resets the counters of wrong passwords and codes tried on an account; returns how many it cleared. */
export async function unlockAccount(db: Database, address: string): Promise<number> {
  const email = normalEmail(address)
  const account = accountKey(email)
  return db.transaction(null, (tx) =>
    tx.run(sql`
      delete from auth.rate_limits
      where key = ${`password:${account}`} or key like ${`password:${account}:%`} or key = ${`code:${account}`}
        or key = ${`mails:${account}`} or key like ${`mail:%:${account}`}
        or key in (
          select 'factor:' || f.id from auth.factors f join auth.users u on u.id = f.user_id where u.email = ${email})`),
  )
}

export type ResetFactors = Readonly<{ factors: number; passkeys: number }>

/**
 * Removes an account's second factors, recovery codes and passkeys, and ends all its sessions: a person who lost their
 * phone can sign in with the password, and a person who found it can't. The owner is notified if email can be sent.
 * Throws a message for an unknown account; changes nothing if there is nothing to remove.
 */
export async function resetFactors(
  { db, canMail }: { db: Database; canMail: boolean },
  address: string,
): Promise<ResetFactors> {
  return db.transaction(null, async (tx) => {
    const email = normalEmail(address)
    const found = await findUserByEmail(tx, email)
    const user = found && (await lockUser(tx, found.id))
    if (!user) throw new Error(`There is no account for ${email}.`)
    const factors = await tx.run(sql`delete from auth.factors where user_id = ${user.id}`)
    const passkeys = await tx.run(sql`delete from auth.webauthn_credentials where user_id = ${user.id}`)
    if (factors + passkeys === 0) return { factors, passkeys }
    await endSessionsOf(tx, user.id, 'factors_reset')
    await queueNotice(tx, { mails: canMail ? {} : null }, user, 'factors_reset')
    return { factors, passkeys }
  })
}
