import type { z } from 'zod'
import { trimmed } from '../../contract/trimmed.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { issueAuthCode } from './flow-states.ts'
import { requireEmail, type confirmInput, type verifyInput } from './inputs.ts'
import { findTokenByCode, findTokenByHash, pkcePrefix, type OneTimeToken } from './one-time-tokens.ts'
import type { TokenType } from './mails/mail-kinds.ts'
import { addressOfRefusal, addressOfSession, type Landing } from './landing.ts'
import { accountKey, fillBucket, takeToken } from './rate-limits.ts'
import { linkExpired, redeemToken } from './redeem-token.ts'
import { withFragment, withQuery } from './redirects.ts'
import { IdentityRefusal, refuseIdentity } from './refusals.ts'
import { sessionAnswer } from './session-answer.ts'
import { openSession, type SignInMethod } from './sessions.ts'
import { readUser } from './users.ts'

/**
 * The clients' names of the types, and the tokens that each accepts (GoTrue has one for signup and invite, and one for
 * recovery and magiclink).
 */
const typesOf: Record<string, readonly TokenType[]> = {
  signup: ['signup', 'invite'],
  invite: ['signup', 'invite'],
  recovery: ['recovery', 'magiclink'],
  magiclink: ['recovery', 'magiclink'],
  email: ['signup', 'invite', 'recovery', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
}

const halfConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * POST /verify: a session for the token of a link or for a code. Refuses, in this order: over_request_rate_limit (by
 * peer), validation_failed, over_request_rate_limit (codes on one account), otp_expired, user_banned, email_exists. The
 * first of the two mailboxes of an address change gets a message.
 */
export async function verify(deps: IdentityDeps, caller: Caller, input: z.output<typeof verifyInput>) {
  await takeToken(deps.db, `verify:${caller.peer}`, deps.config.rates.verifyByPeer)
  const { type, token, token_hash, email, phone } = input
  const types = requireTypes(type, phone)
  if ((token === '') === (token_hash === '')) {
    refuseIdentity('validation_failed', 'Verify requires either a token or a token hash')
  }
  if (token_hash !== '') {
    if (email !== '' || phone !== '') {
      refuseIdentity('validation_failed', 'Only the token_hash and type should be provided')
    }
    return redeemForSession(deps, caller, await tokenOfLink(deps, token_hash, types), linkExpired)
  }
  if (phone !== '' && email === '') return refusePhone(phone)
  if (phone !== '' || email === '') {
    refuseIdentity('validation_failed', 'Only an email address or phone number should be provided on verify')
  }
  const mailbox = requireEmail(email)
  const bucket = `code:${accountKey(mailbox)}`
  await takeToken(deps.db, bucket, deps.config.rates.codeByAccount)
  const found = await deps.db.transaction(
    null,
    (tx) => findTokenByCode(tx, deps.secrets, mailbox, trimmed(token), types),
    { readOnly: true },
  )
  const answer = await redeemForSession(deps, caller, found ?? refuseExpired(caller), undefined)
  await fillBucket(deps.db, bucket)
  return answer
}

/**
 * GET /verify: the address that a link leads to, with the session in its fragment, or with a code for the browser that
 * asked (PKCE). What is wrong with the link is in the address, too. Refuses over_request_rate_limit and
 * validation_failed by themselves.
 */
export async function followLink(deps: IdentityDeps, caller: Caller, token: string, type: string): Promise<Landing> {
  await takeToken(deps.db, `verify:${caller.peer}`, deps.config.rates.verifyByPeer)
  if (type === '') refuseIdentity('validation_failed', 'Verify requires a verification type')
  if (token === '') refuseIdentity('validation_failed', 'Verify requires a token or a token hash')
  try {
    return await landing(deps, caller, token, type)
  } catch (error) {
    if (!(error instanceof IdentityRefusal) || error.status >= 500) throw error
    return { address: addressOfRefusal(caller.redirect_to, error, token.startsWith(pkcePrefix)), session: null }
  }
}

/** POST /confirm: the same as following the link, for the button of our own page; errors are refused by name. */
export async function confirm(
  deps: IdentityDeps,
  caller: Caller,
  { type, token_hash }: z.output<typeof confirmInput>,
): Promise<Landing> {
  await takeToken(deps.db, `verify:${caller.peer}`, deps.config.rates.verifyByPeer)
  return landing(deps, caller, token_hash, type)
}

async function landing(deps: IdentityDeps, caller: Caller, token: string, type: string): Promise<Landing> {
  const found = await tokenOfLink(deps, token, requireTypes(type))
  const { redirect_to } = caller
  if (found.code_challenge === null) {
    const answer = await redeemForSession(deps, caller, found, linkExpired)
    if ('msg' in answer) return { address: withFragment(redirect_to, { message: answer.msg }), session: null }
    return { address: addressOfSession(redirect_to, answer, type), session: answer }
  }
  const { code_challenge } = found
  const code = await redeemToken(deps, found, (tx, user) =>
    issueAuthCode(tx, { user_id: user.id, method: methodOf(found.type), code_challenge }),
  )
  if (code === undefined) refuseExpired(caller, linkExpired)
  if (code === 'half') {
    const message = { message: halfConfirmed }
    return { address: withFragment(withQuery(redirect_to, message), message), session: null }
  }
  return { address: withQuery(redirect_to, { code }), session: null }
}

async function redeemForSession(deps: IdentityDeps, caller: Caller, token: OneTimeToken, expired: string | undefined) {
  const opened = await redeemToken(deps, token, async (tx, { id }) => {
    const session = await openSession(tx, id, caller, 'otp')
    return { user: await readUser(tx, id), session }
  })
  if (opened === undefined) return refuseExpired(caller, expired)
  if (opened === 'half') return { msg: halfConfirmed, code: '200' }
  const { user, session } = opened
  const about = { user_id: user.id, session_id: session.id, peer: caller.peer }
  caller.log.info({ event: 'link_followed', type: token.type, ...about }, 'signed in by email')
  return sessionAnswer(deps, user, session)
}

async function tokenOfLink({ db }: IdentityDeps, token: string, types: readonly TokenType[]): Promise<OneTimeToken> {
  const found = await db.transaction(null, (tx) => findTokenByHash(tx, token, types), { readOnly: true })
  return found ?? refuseIdentity('otp_expired', linkExpired)
}

function refuseExpired(caller: Caller, message?: string): never {
  caller.log.warn({ event: 'link_refused', peer: caller.peer }, 'a link or code was refused')
  refuseIdentity('otp_expired', message)
}

function requireTypes(type: string, phone = ''): readonly TokenType[] {
  if (type === '') refuseIdentity('validation_failed', 'Verify requires a verification type')
  const types = Object.hasOwn(typesOf, type) ? typesOf[type] : undefined
  if (types) return types
  if (type === 'sms' || type === 'phone_change') return refusePhone(phone)
  return refuseIdentity('validation_failed', 'Unsupported verification type')
}

/** No account has a phone number, so no phone code is right. */
function refusePhone(phone: string): never {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone)) {
    refuseIdentity('validation_failed', 'Invalid phone number format (E.164 required)')
  }
  refuseIdentity('otp_expired')
}

/** How a session that begins with an exchanged code names the link it came from. */
function methodOf(type: TokenType): SignInMethod {
  switch (type) {
    case 'signup':
      return 'email/signup'
    case 'invite':
    case 'recovery':
    case 'magiclink':
      return type
    case 'email_change_current':
    case 'email_change_new':
      return 'email_change'
    case 'reauthentication':
      throw new Error('the code of a reauthentication opens no session')
  }
}
