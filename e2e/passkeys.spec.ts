import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GoTrueClient } from '@supabase/auth-js'
import type { Page } from '@playwright/test'
import { addressOf } from '../contract/endpoint.ts'
import { readMe } from '../contract/me.ts'
import { connect } from './support/database.ts'
import { goodPassword, type Person } from './support/person.ts'
import { expect, test } from './support/test.ts'

// The published client, unchanged and unbundled, in a real browser with a virtual authenticator.

declare const window: Readonly<{
  client: GoTrueClient
  /** The events of the client since the page was opened. */
  events: string[]
  PublicKeyCredential: { parseRequestOptionsFromJSON(json: unknown): object }
  navigator: { credentials: { get(options: object): Promise<{ toJSON(): unknown }> } }
}>

const modules = join(import.meta.dirname, '../node_modules')
const page_of_client = `<!doctype html>
<script type="importmap">{ "imports": { "tslib": "/client/tslib" } }</script>
<script type="module">
  import { AuthClient } from '/client/index'
  const options = { url: location.origin + '/auth/v1', storageKey: 'passkeys', autoRefreshToken: false, detectSessionInUrl: false }
  window.client = new AuthClient(options)
  window.events = []
  window.client.onAuthStateChange((event) => window.events.push(event))
</script>`

/** Opens a page of this origin that has the client in `window.client` and no code of ours. */
async function openClient(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/client/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/client/'.length).replace(/\.js$/, '')
    const file = name === 'tslib' ? 'tslib/tslib.es6.mjs' : `@supabase/auth-js/dist/module/${name}.js`
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(modules, file), 'utf8') })
  })
  await page.route(`${origin}/with-client`, (route) =>
    route.fulfill({ contentType: 'text/html', body: page_of_client }),
  )
  await page.goto(`${origin}/with-client`)
  await page.waitForFunction('window.client')
}

const enter = (page: Page, { session: { access_token, refresh_token } }: Person) =>
  page.evaluate(async (tokens) => (await window.client.setSession(tokens)).error?.message, {
    access_token,
    refresh_token,
  })

const signInWithPasskey = (page: Page) =>
  page.evaluate(async () => {
    const { data, error } = await window.client.signInWithPasskey()
    const level = await window.client.mfa.getAuthenticatorAssuranceLevel()
    return { user: data?.user?.id, code: error?.code, name: error?.name, level: level.data }
  })

/** Signs the server's request in the browser, with this requirement for user verification. */
const signChallenge = (page: Page, options: unknown, userVerification: 'required' | 'discouraged' = 'required') =>
  page.evaluate(
    async ([json, verification]) => {
      const publicKey = window.PublicKeyCredential.parseRequestOptionsFromJSON(json)
      const asked = { publicKey: { ...publicKey, userVerification: verification } }
      return (await window.navigator.credentials.get(asked)).toJSON()
    },
    [options, userVerification] as const,
  )

async function post(
  url: string,
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function change(statement: string, values: unknown[]): Promise<void> {
  const database = await connect(process.env.JOURNEYS_DATA ?? '')
  try {
    await database.query(statement, values)
  } finally {
    await database.end()
  }
}

test.use({ signedIn: false })

test("a passkey is added, signs in at aal2, is named and removed; copies, replays and other sites' pages are refused", async ({
  page,
  person,
  device,
  baseURL: url,
}) => {
  const baseURL = url ?? ''
  await openClient(page, baseURL)
  const { cdp, authenticatorId } = await device('internal')
  expect(await enter(page, person)).toBeUndefined()
  const added = await page.evaluate(() => window.client.registerPasskey())
  expect(added.error).toBeNull()
  const passkeyId = added.data?.id ?? ''
  const twice = await page.evaluate(async () => (await window.client.registerPasskey()).error?.name)
  expect(twice).toBe('InvalidStateError')
  const renamed = await page.evaluate(
    (id) => window.client.passkey.update({ passkeyId: id, friendlyName: 'Laptop' }),
    passkeyId,
  )
  expect(renamed.data).toEqual({ ...added.data, friendly_name: 'Laptop' })

  await page.evaluate(() => window.client.signOut({ scope: 'local' }))
  const signedIn = await signInWithPasskey(page)
  expect(signedIn).toMatchObject({ user: person.session.user.id, level: { currentLevel: 'aal2', nextLevel: 'aal2' } })
  expect(await page.evaluate(() => window.events.at(-1))).toBe('SIGNED_IN')
  expect(signedIn.level?.currentAuthenticationMethods).toMatchObject([{ method: 'passkey' }])
  const listed = await page.evaluate(() => window.client.passkey.list())
  expect(listed.data).toMatchObject([{ id: passkeyId, friendly_name: 'Laptop', last_used_at: expect.any(String) }])

  const ask = async () => (await post(baseURL, '/passkeys/authentication/options', {})).body
  const answer = (challenge_id: unknown, credential: unknown) =>
    post(baseURL, '/passkeys/authentication/verify', { challenge_id, credential })
  // Replays the entire response, ten times at once, and sends the signature for another challenge.
  const asked = await ask()
  const signed = await signChallenge(page, asked['options'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => answer(asked['challenge_id'], signed)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body['code']))).toEqual(new Set([undefined, 'webauthn_challenge_not_found']))
  const refused = async (credential: unknown) => (await answer((await ask())['challenge_id'], credential)).body['code']
  expect(await refused(signed)).toBe('webauthn_verification_failed')
  for (const broken of [{}, { id: 'x' }]) expect(await refused(broken)).toBe('webauthn_verification_failed')

  const late = await ask()
  const signedLate = await signChallenge(page, late['options'])
  await change(`update auth.passkey_challenges set created_at = now() - interval '301 seconds' where id = $1`, [
    late['challenge_id'],
  ])
  expect((await answer(late['challenge_id'], signedLate)).body['code']).toBe('webauthn_challenge_expired')

  // A device that didn't verify its user: the browser refuses, and so does the server if the browser doesn't.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  expect(await signInWithPasskey(page)).toMatchObject({ name: 'NotAllowedError' })
  const unverified = await ask()
  const signedUnverified = await signChallenge(page, unverified['options'], 'discouraged')
  expect((await answer(unverified['challenge_id'], signedUnverified)).body['code']).toBe('webauthn_verification_failed')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })

  // Another page on the same host, such as one served by another user's program on this machine.
  await openClient(page, 'http://localhost:59999')
  const phished = await ask()
  const signedElsewhere = await signChallenge(page, phished['options'])
  expect((await answer(phished['challenge_id'], signedElsewhere)).body['code']).toBe('webauthn_verification_failed')
  await openClient(page, baseURL)
  expect(await signInWithPasskey(page)).toMatchObject({ user: person.session.user.id })

  // A copy of the passkey has a higher signature counter than this one.
  await change('update auth.webauthn_credentials set sign_count = sign_count + 100 where id = $1', [passkeyId])
  expect(await signInWithPasskey(page)).toMatchObject({ code: 'webauthn_verification_failed' })
  await change('update auth.webauthn_credentials set sign_count = 0 where id = $1', [passkeyId])
  expect(await signInWithPasskey(page)).toMatchObject({ user: person.session.user.id })

  expect((await page.evaluate((id) => window.client.passkey.delete({ passkeyId: id }), passkeyId)).error).toBeNull()
  expect((await page.evaluate(() => window.client.passkey.list())).data).toEqual([])
  expect(await signInWithPasskey(page)).toMatchObject({ code: 'webauthn_verification_failed' })
  await cdp.send('WebAuthn.disable')
})

test("a security key is the second factor: a password alone isn't enough, and its signature counts once", async ({
  page,
  person,
  device,
  baseURL: url,
}) => {
  const baseURL = url ?? ''
  await openClient(page, baseURL)
  const { cdp } = await device('usb')
  expect(await enter(page, person)).toBeUndefined()
  const registered = await page.evaluate(() => window.client.mfa.webauthn.register({ friendlyName: 'Key' }))
  expect(registered.error).toBeNull()
  expect(registered.data?.user.factors).toMatchObject([
    { factor_type: 'webauthn', status: 'verified', friendly_name: 'Key' },
  ])
  const factorId = registered.data?.user.factors?.[0]?.id ?? ''

  await page.evaluate(([email, password]) => window.client.signInWithPassword({ email, password }), [
    person.email,
    goodPassword,
  ] as const)
  const me = () =>
    page.evaluate(async (path) => {
      const token = (await window.client.getSession()).data.session?.access_token
      return (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status
    }, addressOf(readMe))
  expect(await me()).toBe(403)
  const sent = page.waitForRequest('**/factors/*/verify')
  const proven = await page.evaluate((id) => window.client.mfa.webauthn.authenticate({ factorId: id }), factorId)
  expect(proven.error).toBeNull()
  expect(await page.evaluate(() => window.events.at(-1))).toBe('MFA_CHALLENGE_VERIFIED')
  expect(await me()).toBe(200)
  const level = await page.evaluate(() => window.client.mfa.getAuthenticatorAssuranceLevel())
  expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: 'mfa/webauthn' }, { method: 'password' }])

  // The same response again, and for a new challenge.
  const body = (await sent).postDataJSON() as { webauthn: object; challenge_id: string }
  const again = (challenge: string | null) =>
    page.evaluate(
      async ([id, answer, other]) => {
        const token = (await window.client.getSession()).data.session?.access_token
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const call = async (path: string, content: object) => {
          const response = await fetch(`/auth/v1/factors/${id}/${path}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(content),
          })
          return (await response.json()) as Record<string, unknown>
        }
        const challenge_id = other ? (await call('challenge', {}))['id'] : answer.challenge_id
        return (await call('verify', { ...answer, challenge_id }))['error_code']
      },
      [factorId, body, challenge !== null] as const,
    )
  expect(await again(null)).toBe('mfa_ip_address_mismatch')
  expect(await again('new')).toBe('mfa_verification_failed')

  expect((await page.evaluate((id) => window.client.mfa.unenroll({ factorId: id }), factorId)).error).toBeNull()
  expect(await me()).toBe(200)
  await cdp.send('WebAuthn.disable')
})
