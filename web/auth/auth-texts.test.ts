import { expect, test } from 'vitest'
import {
  addressFailureText,
  codeFailureText,
  failureText,
  fieldProblems,
  mailFailureText,
  newPasswordFailureText,
  secondFactorFailureText,
} from './auth-texts.ts'

const error = (code: string | undefined, message = '', name = 'AuthApiError', status = 400) => ({
  code,
  message,
  name,
  status,
})

test.each([
  ['sign-in', error('invalid_credentials'), 'The email or password you entered is incorrect. Please try again.'],
  ['sign-up', error('invalid_credentials'), 'This email is already registered. Please try signing in instead.'],
  ['sign-up', error('user_already_exists'), 'This email is already registered. Please try signing in instead.'],
  ['sign-in', error('email_not_confirmed'), 'Please check your email and confirm your account before signing in.'],
  [
    'sign-in',
    error(undefined, 'Email not confirmed'),
    'Please check your email and confirm your account before signing in.',
  ],
  [
    'sign-up',
    error('weak_password', 'Password should be at least 6 characters.'),
    'Password should be at least 6 characters long.',
  ],
  [
    'sign-up',
    error('weak_password', 'Password should be at least 10 characters.'),
    'Password should be at least 10 characters long.',
  ],
  ['sign-up', error('weak_password', 'This password is too common'), 'This password is too common.'],
  [
    'sign-up',
    error('validation_failed', 'Unable to validate email address: invalid format'),
    'Please enter a valid email address.',
  ],
  ['sign-up', error(undefined, 'Invalid email'), 'Please enter a valid email address.'],
  [
    'sign-in',
    error('over_request_rate_limit', '', 'AuthApiError', 429),
    'Too many attempts. Please wait a minute and try again.',
  ],
  [
    'sign-in',
    error(undefined, '', 'AuthRetryableFetchError', 503),
    'Unable to connect. Please check your internet connection and try again.',
  ],
  ['sign-in', error('user_banned'), 'This account is locked. Contact your administrator.'],
  [
    'sign-up',
    error('signup_disabled'),
    'New accounts are turned off on this server. Ask your administrator to create an account for you.',
  ],
  ['sign-in', error('something_new', 'internals'), 'An error occurred during authentication. Please try again.'],
] as const)('%s: %j reads %j', (mode, failure, text) => {
  expect(failureText(mode, failure)).toBe(text)
})

test('an address is always checked, the length of a password only for a new account', () => {
  expect(fieldProblems('sign-in', 'no address', '123')).toEqual({
    email: 'Please enter a valid email address',
    password: undefined,
  })
  expect(fieldProblems('sign-up', 'a@b.c', '12345').password).toBe('Password must be at least 6 characters long')
  expect(fieldProblems('sign-up', ' a@b.c ', '123456')).toEqual({ email: undefined, password: undefined })
  expect(fieldProblems('sign-up', '<a@b.de>', '        ')).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password can’t be only spaces',
  })
})

test.each([
  ['same_password', '', 'This is already your password. Choose a different one.'],
  ['current_password_invalid', '', 'The current password is incorrect.'],
  ['reauthentication_not_valid', '', 'This code is wrong or has expired. Check it, or send a new one.'],
  [
    'validation_failed',
    'Password cannot be longer than 72 characters',
    'Password cannot be longer than 72 characters.',
  ],
  ['weak_password', 'Password should be at least 6 characters.', 'Password should be at least 6 characters long.'],
  ['unexpected_failure', 'internals', 'An error occurred during authentication. Please try again.'],
])('a new password refused as %s reads %j', (code, message, text) => {
  expect(newPasswordFailureText(error(code, message, 'AuthApiError', 422))).toBe(text)
})

test('a refused email code says what to do; other refusals read as on sign-in', () => {
  expect(codeFailureText(error('otp_expired', '', 'AuthApiError', 403))).toBe(
    'This code is wrong or has expired. Check it, or send the email again.',
  )
})

test('after too many codes the wait is longer than a minute', () => {
  const wait = 'Too many attempts. Please wait a few minutes and try again.'
  expect(codeFailureText(error('over_request_rate_limit', '', 'AuthApiError', 429))).toBe(wait)
  expect(secondFactorFailureText(error('over_request_rate_limit', '', 'AuthApiError', 429))).toBe(wait)
  expect(secondFactorFailureText(error('mfa_recovery_codes_locked', '', 'AuthApiError', 429))).toBe(wait)
})

test('an address that reports a failure gets a message, whether it is in the query or the fragment', () => {
  const expired = 'This link has expired or was already used. Please ask for a new one.'
  expect(addressFailureText({ search: '', hash: '#error=access_denied&error_code=otp_expired' })).toBe(expired)
  expect(addressFailureText({ search: '?error=access_denied&error_code=otp_expired', hash: '' })).toBe(expired)
  expect(addressFailureText({ search: '?error=invalid_request&error_code=identity_already_exists', hash: '' })).toBe(
    'This account is already linked to another Onhand account.',
  )
  expect(addressFailureText({ search: '?error=server_error', hash: '' })).toBe(
    'An error occurred during authentication. Please try again.',
  )
  for (const address of [
    { search: '', hash: '' },
    { search: '?code=123', hash: '' },
    { search: '', hash: '#import' },
  ])
    expect(addressFailureText(address), JSON.stringify(address)).toBeUndefined()
})

test("after a recent request the message points to the email already sent, and shows the server's wait", () => {
  const refused = (seconds: number) =>
    error(
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
      'AuthApiError',
      429,
    )
  const sentence = (wait: string) =>
    `An email was recently requested for this address. Check your inbox, or try again in ${wait}.`
  expect(mailFailureText(refused(41))).toBe(sentence('a minute'))
  expect(mailFailureText(refused(60))).toBe(sentence('a minute'))
  expect(mailFailureText(refused(341))).toBe(sentence('6 minutes'))
  expect(mailFailureText(error('over_request_rate_limit', '', 'AuthApiError', 429))).toBe(
    'Too many attempts. Please wait a minute and try again.',
  )
})

test('an address is entered with an invisible mark around it, as copied from elsewhere', () => {
  expect(fieldProblems('sign-in', '\u200ea@b.com\u200b ', 'x')).toEqual({ email: undefined, password: undefined })
})
