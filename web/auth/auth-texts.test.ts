import { expect, test } from 'vitest'
import { failureText, fieldProblems } from './auth-texts.ts'

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
  ['sign-in', error('something_new', 'internals'), 'An error occurred during authentication. Please try again.'],
] as const)('%s: %j reads %j', (mode, failure, text) => {
  expect(failureText(mode, failure)).toBe(text)
})

test('an address is checked always, the length of a password only for a new account', () => {
  expect(fieldProblems('sign-in', 'nobody', '123')).toEqual({
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
