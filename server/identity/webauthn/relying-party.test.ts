import { expect, test } from 'vitest'
import { identityServer, post, signedUp } from '../../testing/identity.ts'
import { relyingPartyOf } from '../relying-party.ts'

test('credentials belong to the host of the configured address and its pages', () => {
  const at = (siteUrl: string) => relyingPartyOf(siteUrl)
  expect(at('https://stock.example.com')).toEqual({ id: 'stock.example.com', origin: 'https://stock.example.com' })
  expect(at('https://stock.example.com:8443/')).toEqual({
    id: 'stock.example.com',
    origin: 'https://stock.example.com:8443',
  })
  expect(at('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
})

test.each(['http://stock.example.com', 'https://192.168.1.5', 'https://[::1]:3000', 'http://127.0.0.1:3000'])(
  'browsers offer no passkeys at %s, and the server says so with an error',
  async (siteUrl) => {
    expect(relyingPartyOf(siteUrl)).toBeUndefined()
    const { url } = await identityServer({ siteUrl })
    const settings = (await (await fetch(`${url}/auth/v1/settings`)).json()) as Record<string, unknown>
    expect(settings['passkeys_enabled']).toBe(false)
    const { tab } = await signedUp(url)
    expect((await tab.passkey.startRegistration()).error).toMatchObject({ status: 404, code: 'passkey_disabled' })
    expect((await tab.passkey.startAuthentication()).error).toMatchObject({ status: 404, code: 'passkey_disabled' })
    const factor = await tab.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    expect(factor.error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
    const verified = await post(url, '/passkeys/authentication/verify', { challenge_id: crypto.randomUUID() })
    expect(verified.body['error_code']).toBe('passkey_disabled')
  },
)
