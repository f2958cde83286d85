import type { AuthChangeEvent } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import {
  browserTab,
  confirmedPerson,
  goodPassword,
  linkOf,
  mailedServer,
  post,
  readUserWith,
  sessionOf,
  signedIn,
  siteUrl,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'

const server = await mailedServer({ redirectUrls: ['https://app.example.com'] })
const { url, admin, mailTo, mailsTo } = server
const newPassword = 'another horse 43'

/** A confirmed account. */
const account = async () => (await confirmedPerson(server, browserTab(url))).email

/** Opens GoTrue's own address of a link, as a browser would, and returns where it leads. */
async function follow(token: string, type: string, redirect_to?: string): Promise<URL> {
  const query = new URLSearchParams({ token, type, ...(redirect_to && { redirect_to }) })
  const response = await fetch(`${url}/auth/v1/verify?${query}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

test('recovery with PKCE: the link redirects with a code, its browser exchanges it and sets another password', async () => {
  const email = await account()
  const elsewhere = await signedIn(url, email)
  const tab = browserTab(url, 'pkce')
  const events: AuthChangeEvent[] = []
  tab.onAuthStateChange((event) => void events.push(event))
  const { error } = await tab.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/auth/reset` })
  expect(error).toBeNull()
  const mail = await mailTo(email)
  expect(mail.subject).toBe('Reset your password')
  const { token_hash, type } = linkOf(mail)
  const to = await follow(token_hash, type, mail.link?.searchParams.get('redirect_to') ?? '')
  expect(`${to.origin}${to.pathname}`).toBe(`${siteUrl}/auth/reset`)
  expect(to.hash).toBe('')
  const exchanged = await tab.exchangeCodeForSession(to.searchParams.get('code') ?? '')
  const session = sessionOf(exchanged)
  expect((exchanged.data as { redirectType?: string }).redirectType).toBe('recovery')
  expect(events).toContain('PASSWORD_RECOVERY')
  expect(decodeJwt(session.access_token)['amr']).toEqual([{ method: 'recovery', timestamp: expect.any(Number) }])
  expect((await tab.updateUser({ password: newPassword })).error).toBeNull()
  expect(await readUserWith(url, elsewhere.session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
  expect((await readUserWith(url, session.access_token)).status).toBe(200)
  await signedIn(url, email, newPassword)
  expect((await mailTo(email)).subject).toBe('Your password was changed')
})

test('recovery without PKCE: the link redirects with the session in the fragment', async () => {
  const email = await account()
  await browserTab(url).resetPasswordForEmail(email)
  const mail = await mailTo(email)
  const to = await follow(linkOf(mail).token_hash, 'recovery')
  expect([to.origin, to.search]).toEqual([siteUrl, ''])
  const fragment = new URLSearchParams(to.hash.slice(1))
  expect([...fragment.keys()]).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  expect(fragment.get('type')).toBe('recovery')
  expect(fragment.get('token_type')).toBe('bearer')
  expect((await readUserWith(url, fragment.get('access_token') ?? '')).status).toBe(200)
  // A second use, and an invalid link: the error is in the address as well.
  for (const token of [linkOf(mail).token_hash, 'nonsense']) {
    const refused = await follow(token, 'recovery')
    expect(refused.hash).toBe(
      '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
    )
    expect(refused.search).toBe('')
  }
  const pkce = await follow('pkce_nonsense', 'recovery')
  expect(Object.fromEntries(pkce.searchParams)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
  expect(pkce.hash).toContain('error_code=otp_expired')
})

test('a link leads only to our own address or an allowed one', async () => {
  const email = await account()
  for (const [wanted, there] of [
    ['https://app.example.com/welcome', 'https://app.example.com/welcome'],
    ['https://evil.example/', `${siteUrl}/`],
    ['//evil.example', `${siteUrl}/`],
    ['https://stock.example.com@evil.example', `${siteUrl}/`],
    ['javascript:alert(1)', `${siteUrl}/`],
  ] as const) {
    await post(url, `/recover?redirect_to=${encodeURIComponent(wanted)}`, { email })
    const mail = await mailTo(email)
    const inMail = mail.link?.searchParams.get('redirect_to')
    expect(inMail ?? `${siteUrl}/`, wanted).toBe(there)
    // The address of the link is checked again when it is opened: anyone can write one.
    const to = await follow(linkOf(mail).token_hash, 'recovery', wanted)
    expect(`${to.origin}${to.pathname}`, wanted).toBe(there)
  }
})

test("prefetching a link, as mail scanners do, doesn't use it up", async () => {
  const email = await account()
  await browserTab(url).resetPasswordForEmail(email)
  const mail = await mailTo(email)
  const { token_hash, type } = linkOf(mail)
  // The email contains our page, which the web app serves; a HEAD request to GoTrue's own address has no route.
  expect(mail.link?.pathname).toBe('/auth/confirm')
  const page = await fetch(`${url}${mail.link?.pathname}${mail.link?.search}`)
  await page.arrayBuffer()
  const head = await fetch(`${url}/auth/v1/verify?token=${token_hash}&type=${type}`, {
    method: 'HEAD',
    redirect: 'manual',
  })
  expect(head.status).toBe(404)
  sessionOf(await browserTab(url).verifyOtp({ token_hash, type }))
})

test("the button of our page gets the link's target address", async () => {
  const email = await account()
  await browserTab(url).resetPasswordForEmail(email)
  const link = linkOf(await mailTo(email))
  const answer = await post(url, '/confirm', { ...link, redirect_to: 'https://app.example.com/x' })
  expect(answer.status).toBe(200)
  expect(String(answer.body['redirect_to'])).toMatch(/^https:\/\/app\.example\.com\/x#access_token=.*&type=recovery$/)
  expect(answer.headers.get('set-cookie')).toContain('onhand-files=')
  const again = await post(url, '/confirm', { ...link, redirect_to: 'https://app.example.com/x' })
  expect([again.status, again.body['error_code']]).toEqual([403, 'otp_expired'])
})

test('a newer email invalidates the link of an older one, and a new password invalidates all', async () => {
  const email = await account()
  await browserTab(url).resetPasswordForEmail(email)
  const older = linkOf(await mailTo(email))
  await browserTab(url).resetPasswordForEmail(email)
  const newer = linkOf(await mailTo(email))
  expect((await browserTab(url).verifyOtp(older)).error?.code).toBe('otp_expired')
  await browserTab(url).signInWithOtp({ email })
  const signInLink = linkOf(await mailTo(email))
  const { tab } = await signedIn(url, email)
  await tab.updateUser({ password: newPassword })
  for (const link of [newer, signInLink])
    expect((await browserTab(url).verifyOtp(link)).error?.code).toBe('otp_expired')
})

test("an unknown address gets the same answer and no email, and isn't stored", async () => {
  const email = newAddress()
  expect(await browserTab(url).resetPasswordForEmail(email)).toEqual({ data: {}, error: null })
  expect(await mailsTo(email)).toBe(0)
  const { rows } = await admin.query('select 1 from auth.mails where email = $1', [email])
  expect(rows).toEqual([])
})

test("a banned user gets no email, and an earlier link doesn't work until the ban is over", async () => {
  const email = await account()
  await browserTab(url).resetPasswordForEmail(email)
  const link = linkOf(await mailTo(email))
  await admin.query(`update auth.users set banned_until = now() + interval '1 hour' where email = $1`, [email])
  expect((await browserTab(url).verifyOtp(link)).error).toMatchObject({ status: 403, code: 'user_banned' })
  expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error).toMatchObject({
    status: 400,
    code: 'user_banned',
  })
  const before = await mailsTo(email)
  await browserTab(url).resetPasswordForEmail(email)
  expect(await mailsTo(email)).toBe(before)
  await admin.query('update auth.users set banned_until = null where email = $1', [email])
  sessionOf(await browserTab(url).verifyOtp(link))
})
