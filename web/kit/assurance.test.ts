import type { Factor, User } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { needsSecondFactor } from './assurance.ts'

const token = (aal: string) => {
  // A character outside Latin-1 shows that the URL-safe alphabet is read.
  const payload = Buffer.from(JSON.stringify({ aal, name: 'Ünïcödé ???>>>' })).toString('base64url')
  return `e30.${payload}.signature`
}
const user = (...statuses: string[]) =>
  ({ factors: statuses.map((status) => ({ status, factor_type: 'totp' }) as Factor) }) as User

test.each([
  ['aal1', user('verified'), true],
  ['aal2', user('verified'), false],
  ['aal1', user('unverified'), false],
  ['aal1', user('unverified', 'verified'), true],
  ['aal1', {} as User, false],
])('a session at %s of a person with %j needs a second factor: %s', (aal, of, expected) => {
  expect(needsSecondFactor({ access_token: token(aal), user: of })).toBe(expected)
})

test('an unreadable token requires nothing: the server decides', () => {
  expect(needsSecondFactor({ access_token: 'no token', user: user('verified') })).toBe(false)
})
