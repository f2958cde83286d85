import { expect, test } from 'vitest'
import { nameOfProvider } from './providers.ts'

test.each([
  ['google', 'Google'],
  ['azure', 'Microsoft'],
  ['linkedin_oidc', 'LinkedIn'],
  ['acme_login', 'Acme login'],
])('the provider %s is called %s', (id, name) => {
  expect(nameOfProvider(id)).toBe(name)
})
