import { byCount } from '../../contract/counted-nouns.ts'
import { isEmailAddress } from '../../contract/email-address.ts'
import { trimmed } from '../../contract/trimmed.ts'

export type AuthMode = 'sign-in' | 'sign-up'

/** The spec's minimum. Only checked on sign-up: an old password may be shorter than the current rule. */
const passwordCharactersMin = 6

/** The fields' problems before anything is sent. */
export function fieldProblems(
  mode: AuthMode,
  email: string,
  password: string,
): { email?: string | undefined; password?: string | undefined } {
  return {
    email: isEmailAddress(trimmed(email)) ? undefined : 'Please enter a valid email address',
    password: mode === 'sign-up' ? newPasswordProblem(password) : undefined,
  }
}

/** The problem of a newly chosen password, before it is sent; the server has the complete rule. */
export function newPasswordProblem(password: string): string | undefined {
  if (password.length < passwordCharactersMin) return 'Password must be at least 6 characters long'
  return password.trim() === '' ? 'Password can’t be only spaces' : undefined
}

type AuthFailure = Readonly<{ code?: string | undefined; message: string; name: string; status?: number | undefined }>

const wrong = 'The email or password you entered is incorrect. Please try again.'
const taken = 'This email is already registered. Please try signing in instead.'
const unreachable = 'Unable to connect. Please check your internet connection and try again.'
const unexplained = 'An error occurred during authentication. Please try again.'
const tooMany = 'Too many attempts. Please wait a minute and try again.'
/** Few codes are possible, so the next attempt takes longer than that of a password (codeByAccount, codeByFactor). */
const tooManyCodes = 'Too many attempts. Please wait a few minutes and try again.'
const signUpClosed = 'New accounts are turned off on this server. Ask your administrator to create an account for you.'
const locked = 'This account is locked. Contact your administrator.'

/**
 * The message for a refused sign-in or sign-up: by `code` first, by the spec's words in the message if there is none.
 */
export function failureText(mode: AuthMode, error: AuthFailure): string {
  if (error.name === 'AuthRetryableFetchError') return unreachable
  switch (error.code) {
    case 'invalid_credentials':
      return mode === 'sign-in' ? wrong : taken
    case 'user_already_exists':
    case 'email_exists':
      return taken
    case 'email_not_confirmed':
      return 'Please check your email and confirm your account before signing in.'
    case 'weak_password':
      return weakPassword(error.message)
    case 'email_address_invalid':
      return 'Please enter a valid email address.'
    case 'user_banned':
      return locked
    case 'signup_disabled':
      return signUpClosed
    case 'over_request_rate_limit':
    case 'over_email_send_rate_limit':
      return tooMany
    case 'validation_failed':
    case undefined:
      return byMessage(mode, error)
    default:
      return error.status === 429 ? tooMany : unexplained
  }
}

function byMessage(mode: AuthMode, { message, status }: AuthFailure): string {
  const says = message.toLowerCase()
  if (status === 429) return tooMany
  if (says.includes('invalid_credentials')) return mode === 'sign-in' ? wrong : taken
  if (says.includes('email not confirmed')) return 'Please check your email and confirm your account before signing in.'
  if (says.includes('password should be at least')) return weakPassword(message)
  if (says.includes('invalid email') || says.includes('validate email')) return 'Please enter a valid email address.'
  return unexplained
}

/**
 * The violated rule, in the server's words (the length is configurable); always ending in a full stop, as in the spec.
 */
function weakPassword(message: string): string {
  const sentence = message.replace(/^(Password should be at least \d+ characters)\.?$/, '$1 long')
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/**
 * The message for an email that wasn't sent because one was requested for the same address a moment ago, by anyone.
 */
export function mailFailureText(error: AuthFailure): string {
  const seconds = error.code === 'over_email_send_rate_limit' && /after (\d+) seconds/.exec(error.message)?.[1]
  if (!seconds) return failureText('sign-in', error)
  const minutes = Math.ceil(Number(seconds) / 60)
  return byCount(minutes, {
    one: 'An email was recently requested for this address. Check your inbox, or try again in a minute.',
    other: 'An email was recently requested for this address. Check your inbox, or try again in {count} minutes.',
  })
}

/** The message for a refused code from an email. */
export function codeFailureText(error: AuthFailure): string {
  if (error.code === 'otp_expired') return 'This code is wrong or has expired. Check it, or send the email again.'
  if (error.code === 'over_request_rate_limit') return tooManyCodes
  return failureText('sign-in', error)
}

/** The message for a refused new password. */
export function newPasswordFailureText(error: AuthFailure): string {
  switch (error.code) {
    case 'same_password':
      return 'This is already your password. Choose a different one.'
    case 'validation_failed':
      return error.message.includes('longer than') ? `${error.message}.` : failureText('sign-up', error)
    case 'current_password_invalid':
      return 'The current password is incorrect.'
    case 'reauthentication_not_valid':
      return 'This code is wrong or has expired. Check it, or send a new one.'
    default:
      return failureText('sign-up', error)
  }
}

/** The message for a refused second factor. */
export function secondFactorFailureText(error: AuthFailure): string {
  switch (error.code) {
    case 'mfa_verification_failed':
    case 'mfa_verification_rejected':
      return 'This code is wrong or was already used. Check it and try again.'
    case 'mfa_challenge_expired':
    case 'mfa_ip_address_mismatch':
    case 'webauthn_challenge_expired':
    case 'webauthn_challenge_not_found':
      return 'This took too long. Please try again.'
    case 'webauthn_verification_failed':
    case 'webauthn_credential_not_found':
      return 'This passkey wasn’t accepted. Try another one.'
    case 'mfa_recovery_codes_locked':
    case 'over_request_rate_limit':
      return tooManyCodes
    case 'insufficient_aal':
      return 'Confirm your second factor again, then try again.'
    default:
      return failureText('sign-in', error)
  }
}

/** The message for a passkey that was refused or not saved: by the device, by its owner, or by the server. */
export function passkeyFailureText(
  error: Readonly<{ message: string; name: string; code?: unknown; status?: unknown }>,
): string {
  const { name, code } = error
  if (
    name === 'InvalidStateError' ||
    code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ||
    code === 'webauthn_credential_exists'
  )
    return 'This device already has a passkey for your account.'
  if (name === 'NotAllowedError' || name === 'AbortError' || String(code).startsWith('ERROR_'))
    return 'The passkey wasn’t used. Try again or choose another way to sign in.'
  if (code === 'too_many_passkeys') return 'You’ve reached the limit of passkeys. Remove one first.'
  return secondFactorFailureText(error as AuthFailure)
}

const linkFailures: Record<string, string> = {
  otp_expired: 'This link has expired or was already used. Please ask for a new one.',
  user_banned: locked,
  signup_disabled: signUpClosed,
  identity_already_exists: 'This account is already linked to another Onhand account.',
  user_already_exists:
    'An account with your email address already exists. Sign in with your password, then link this account in your profile.',
  provider_email_needs_verification: 'This provider hasn’t verified your email address. Verify it there and try again.',
  email_address_not_provided: 'This provider didn’t share your email address. Allow it there and try again.',
  bad_oauth_state: 'This took too long. Please try again.',
  bad_oauth_callback: 'This took too long. Please try again.',
  flow_state_expired: 'This took too long. Please try again.',
}

/**
 * The message for a failed link, or a failed sign-in at a provider: it comes back in the query or the fragment of the
 * address. Undefined if the address contains none.
 */
export function addressFailureText({ search, hash }: { search: string; hash: string }): string | undefined {
  const values = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))]
  const of = (name: string) => values.map((one) => one.get(name)).find((value) => value)
  if (!of('error') && !of('error_code')) return undefined
  return linkFailures[of('error_code') ?? ''] ?? unexplained
}
