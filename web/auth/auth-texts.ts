import { isEmailAddress } from '../../contract/email-address.ts'

export type AuthMode = 'sign-in' | 'sign-up'

/** The spec's floor. It is checked on sign-up only: an old password may be shorter than today's rule. */
const passwordCharactersMin = 6

/** What is wrong with the fields before anything is sent. */
export function fieldProblems(
  mode: AuthMode,
  email: string,
  password: string,
): { email?: string | undefined; password?: string | undefined } {
  return {
    email: isEmailAddress(email.trim()) ? undefined : 'Please enter a valid email address',
    password: mode === 'sign-up' ? passwordProblem(password) : undefined,
  }
}

function passwordProblem(password: string): string | undefined {
  if (password.length < passwordCharactersMin) return 'Password must be at least 6 characters long'
  return password.trim() === '' ? 'Password can’t be only spaces' : undefined
}

type AuthFailure = Readonly<{ code?: string | undefined; message: string; name: string; status?: number | undefined }>

const wrong = 'The email or password you entered is incorrect. Please try again.'
const taken = 'This email is already registered. Please try signing in instead.'
const unreachable = 'Unable to connect. Please check your internet connection and try again.'
const unexplained = 'An error occurred during authentication. Please try again.'

/** The sentence for a refused sign-in or sign-up: by `code` first, by the spec's words in the message where there is none. */
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
    case 'over_request_rate_limit':
    case 'over_email_send_rate_limit':
      return 'Too many attempts. Please wait a minute and try again.'
    case 'validation_failed':
    case undefined:
      return byMessage(mode, error)
    default:
      return error.status === 429 ? 'Too many attempts. Please wait a minute and try again.' : unexplained
  }
}

function byMessage(mode: AuthMode, { message, status }: AuthFailure): string {
  const says = message.toLowerCase()
  if (status === 429) return 'Too many attempts. Please wait a minute and try again.'
  if (says.includes('invalid_credentials')) return mode === 'sign-in' ? wrong : taken
  if (says.includes('email not confirmed')) return 'Please check your email and confirm your account before signing in.'
  if (says.includes('password should be at least')) return weakPassword(message)
  if (says.includes('invalid email') || says.includes('validate email')) return 'Please enter a valid email address.'
  return unexplained
}

/** The rule that failed, as the server says it (the length is an operator's choice); always ending in a full stop, as in the spec. */
function weakPassword(message: string): string {
  const sentence = message.replace(/^(Password should be at least \d+ characters)\.?$/, '$1 long')
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
