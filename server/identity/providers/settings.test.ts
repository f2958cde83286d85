import { expect, test } from 'vitest'
import { identityConfig } from '../config.ts'

const acme = {
  AUTH_PROVIDERS: ' acme ',
  AUTH_PROVIDER_ACME_ISSUER: 'https://login.acme.example/realms/main',
  AUTH_PROVIDER_ACME_CLIENT_ID: 'onhand',
  AUTH_PROVIDER_ACME_CLIENT_SECRET: 'very secret',
}
const read = (more: Record<string, string | undefined> = {}) => identityConfig({ ...acme, ...more }, null).providers

test('a provider needs an issuer and a client; the rest has defaults', () => {
  expect(identityConfig({}, null).providers).toEqual([])
  expect(read()).toEqual([
    {
      name: 'acme',
      issuer: 'https://login.acme.example/realms/main',
      clientIds: ['onhand'],
      clientSecret: 'very secret',
      scopes: 'openid email profile',
      origins: ['https://login.acme.example'],
      responseMode: 'query',
    },
  ])
  const more = read({
    AUTH_PROVIDERS: 'acme,google',
    AUTH_PROVIDER_ACME_CLIENT_ID: 'onhand, onhand-for-phones',
    AUTH_PROVIDER_ACME_SCOPES: 'email groups',
    AUTH_PROVIDER_ACME_ORIGINS: 'https://tokens.acme.example',
    AUTH_PROVIDER_ACME_RESPONSE_MODE: 'form_post',
    AUTH_PROVIDER_GOOGLE_ISSUER: 'https://accounts.google.com',
    AUTH_PROVIDER_GOOGLE_CLIENT_ID: 'x',
  })
  expect(more).toMatchObject([
    {
      clientIds: ['onhand', 'onhand-for-phones'],
      scopes: 'openid email groups',
      origins: ['https://login.acme.example', 'https://tokens.acme.example'],
      responseMode: 'form_post',
    },
    { name: 'google', clientSecret: null, origins: expect.arrayContaining(['https://oauth2.googleapis.com']) },
  ])
})

test.each([
  [{ AUTH_PROVIDERS: 'acme,acme' }, 'AUTH_PROVIDERS must name each provider once'],
  [{ AUTH_PROVIDERS: 'Acme' }, 'AUTH_PROVIDERS must be names'],
  [{ AUTH_PROVIDERS: 'email' }, 'AUTH_PROVIDERS must be names'],
  [{ AUTH_PROVIDERS: 'acme,other' }, 'AUTH_PROVIDER_OTHER_ISSUER must be the https address'],
  [{ AUTH_PROVIDER_ACME_ISSUER: 'http://login.acme.example' }, 'AUTH_PROVIDER_ACME_ISSUER must be'],
  [{ AUTH_PROVIDER_ACME_ISSUER: 'https://login.acme.example?x' }, 'AUTH_PROVIDER_ACME_ISSUER must be'],
  [{ AUTH_PROVIDER_ACME_ISSUER: 'https://u:p@login.acme.example' }, 'AUTH_PROVIDER_ACME_ISSUER must be'],
  [{ AUTH_PROVIDER_ACME_CLIENT_ID: '' }, 'AUTH_PROVIDER_ACME_CLIENT_ID must be'],
  [{ AUTH_PROVIDER_ACME_SCOPES: 'a"b' }, 'AUTH_PROVIDER_ACME_SCOPES must be'],
  [{ AUTH_PROVIDER_ACME_ORIGINS: 'http://tokens.example' }, 'AUTH_PROVIDER_ACME_ORIGINS must be'],
  [{ AUTH_PROVIDER_ACME_ORIGINS: 'https://tokens.example/path' }, 'AUTH_PROVIDER_ACME_ORIGINS must be'],
  [{ AUTH_PROVIDER_ACME_RESPONSE_MODE: 'fragment' }, 'AUTH_PROVIDER_ACME_RESPONSE_MODE must be'],
])('a wrong setting stops the start with a message: %o', (more, sentence) => {
  const attempt = () => read(more)
  expect(attempt).toThrow(sentence)
  expect(attempt).not.toThrow('very secret')
})
