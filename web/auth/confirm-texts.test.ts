import { expect, test } from 'vitest'
import { confirmText, linkFailureText } from './confirm-texts.ts'
import { linkIn, pathHere } from './mail-link.ts'

test("a link's address is read completely or not at all", () => {
  expect(linkIn('?token_hash=abc&type=signup')).toEqual({ token_hash: 'abc', type: 'signup', redirect_to: null })
  expect(linkIn('?token_hash=abc&type=recovery&redirect_to=https%3A%2F%2Fa.example%2Fx')).toMatchObject({
    redirect_to: 'https://a.example/x',
  })
  for (const search of ['', '?token_hash=abc', '?type=signup', '?token_hash=&type=signup'])
    expect(linkIn(search), search).toBeUndefined()
})

test('a link leads to one of our pages, or through the server to another origin', () => {
  const origin = 'https://stock.example.com'
  expect(pathHere(`${origin}/auth/reset?x=1#y`, origin)).toBe('/auth/reset?x=1#y')
  expect(pathHere('https://app.example.com/x', origin)).toBeNull()
  expect(pathHere('https://stock.example.com.evil.example/', origin)).toBeNull()
  for (const none of [null, '', '/products', 'nonsense']) expect(pathHere(none, origin)).toBeUndefined()
})

test('every kind of link has its text, and an unknown kind has one, too', () => {
  expect(confirmText('signup').button).toBe('Confirm email address')
  expect(confirmText('magiclink').button).toBe('Sign in')
  for (const type of ['email', '', 'constructor', '__proto__']) expect(confirmText(type).button).toBe('Continue')
})

test.each([
  [
    { name: 'AuthApiError', code: 'otp_expired', status: 403 },
    'This link has expired or was already used. Please ask for a new one.',
  ],
  [
    { name: 'AuthApiError', code: 'over_request_rate_limit', status: 429 },
    'Too many attempts. Please wait a minute and try again.',
  ],
  [
    { name: 'AuthApiError', code: 'email_exists', status: 422 },
    'This email is already registered. Please try signing in instead.',
  ],
  [{ name: 'AuthApiError', code: 'user_banned', status: 403 }, 'This account is locked. Contact your administrator.'],
  [
    { name: 'AuthRetryableFetchError', status: 503 },
    'Unable to connect. Please check your internet connection and try again.',
  ],
])('%j reads %j', (failure, text) => {
  expect(linkFailureText(failure)).toBe(text)
})
