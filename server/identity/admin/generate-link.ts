import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { requireEmail, requireSmallMetadata } from '../inputs.ts'
import { verifyTypeOf } from '../compose-mail.ts'
import { writeToken } from '../one-time-tokens.ts'
import type { TokenType } from '../mails/mail-kinds.ts'
import { requireGoodPassword } from '../password-rules.ts'
import { refuseIdentity } from '../refusals.ts'
import { findUserByEmail, isTaken, readUser, type User, userAnswer } from '../users.ts'
import type { generateLinkInput } from './inputs.ts'
import { invitedUser } from './invite-user.ts'

type Wanted = z.output<typeof generateLinkInput>

/**
 * Creates a link and a code that open an account, for an administrator who sends them by other means; no email is sent.
 * `action_link` is GoTrue's own address, which is used up by opening it. Refuses, in this order: validation_failed,
 * weak_password, user_not_found (404), email_exists.
 */
export async function generateLink(deps: IdentityDeps, caller: Caller, input: Wanted) {
  const email = requireEmail(input.email)
  const type = requireType(input.type)
  const data = requireSmallMetadata(input.data ?? {})
  const new_email = isAddressChange(type) ? requireEmail(input.new_email) : null
  const hash = type === 'signup' ? await passwordHash(deps, email, input.password) : null
  return deps.db.transaction(null, async (tx) => {
    const link = await subjectOf(tx, { type, email, data, new_email, password_hash: hash })
    const mailbox = link.type === 'email_change_new' && new_email !== null ? new_email : email
    const { token_hash, code } = await writeToken(tx, deps.secrets, {
      id: newId(),
      user_id: link.user.id,
      type: link.type,
      email: mailbox,
      new_email,
      // A pending sign-up keeps its own password and metadata; see confirmUser.
      password_hash: link.type === 'signup' ? link.user.password_hash : null,
    })
    return {
      ...userAnswer(link.user),
      action_link: actionLink(deps.config.siteUrl, token_hash, link.type, caller.redirect_to),
      email_otp: code,
      hashed_token: token_hash,
      verification_type: link.type,
      redirect_to: caller.redirect_to,
    }
  })
}

const linkTypes: readonly TokenType[] = [
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change_current',
  'email_change_new',
]

function requireType(type: string): TokenType {
  const known = linkTypes.find((one) => one === type)
  return known ?? refuseIdentity('validation_failed', `Invalid email action link type requested: ${type.slice(0, 40)}`)
}

function isAddressChange(type: TokenType): boolean {
  return type === 'email_change_current' || type === 'email_change_new'
}

async function passwordHash(deps: IdentityDeps, email: string, password: string): Promise<string> {
  requireGoodPassword(password, email, deps.config.passwordMinCharacters)
  return deps.passwords.hash(password)
}

type Subject = {
  type: TokenType
  email: string
  data: Record<string, unknown>
  new_email: string | null
  password_hash: string | null
}

/** The user and type of the link: a sign-in link for an unknown address signs up. */
async function subjectOf(tx: Tx, subject: Subject): Promise<{ user: User; type: TokenType }> {
  const { type, email, data, new_email } = subject
  if (type === 'invite') return { user: await invitedUser(tx, email, data), type }
  const known = await findUserByEmail(tx, email)
  if (type === 'signup' || (type === 'magiclink' && !known)) {
    if (known && known.email_confirmed_at !== null) refuseIdentity('email_exists')
    return { user: known ?? (await newUser(tx, subject)), type: 'signup' }
  }
  if (!known) refuseIdentity('user_not_found', 'User with this email not found', { status: 404 })
  if (new_email !== null) await noteNewAddress(tx, known, new_email)
  return { user: await readUser(tx, known.id), type }
}

async function newUser(tx: Tx, { email, data, password_hash }: Subject): Promise<User> {
  await tx.run(sql`
    insert into auth.users (id, email, password_hash, user_metadata, own_org_id, confirmation_sent_at)
    values (${newId()}, ${email}, ${password_hash}, ${JSON.stringify(data)}::jsonb, ${newId()}, clock_timestamp())
    on conflict (email) do nothing`)
  return (await findUserByEmail(tx, email)) ?? refuseIdentity('email_exists')
}

async function noteNewAddress(tx: Tx, user: User, new_email: string): Promise<void> {
  if (await isTaken(tx, new_email)) refuseIdentity('email_exists')
  await tx.run(sql`
    update auth.users set new_email = ${new_email},
      email_change_half = case when new_email = ${new_email} then email_change_half end,
      email_change_sent_at = clock_timestamp()
    where id = ${user.id}`)
}

/** GoTrue's address of a link, its parameters in GoTrue's order. */
function actionLink(siteUrl: string, token_hash: string, type: TokenType, redirect_to: string): string {
  const query = new URLSearchParams({ token: token_hash, type: verifyTypeOf(type), redirect_to })
  return `${siteUrl}/auth/v1/verify?${query}`
}
