import { expect, test } from 'vitest'
import { readMe } from '../../contract/me.ts'
import {
  browserTab,
  confirmedPerson,
  goodPassword,
  identityServer,
  linkOf,
  mailedServer,
  post,
  sessionOf,
  signedIn,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'

const server = await mailedServer()
const { url, admin, mailTo, mailsTo } = server

const account = () => confirmedPerson(server, browserTab(url))

const verify = async (to: string) => browserTab(url).verifyOtp(linkOf(await mailTo(to)))

test('an address changes once both mailboxes have confirmed, in either order', async () => {
  for (const order of ['current first', 'new first']) {
    const { email, tab, session } = await account()
    const wanted = newAddress()
    const { data, error } = await tab.updateUser({ email: ` ${wanted.toUpperCase()}` })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: wanted, email_change_sent_at: expect.any(String) })
    const [first, second] = order === 'current first' ? [email, wanted] : [wanted, email]
    const { body } = await post(url, '/verify', linkOf(await mailTo(first)))
    expect(body).toEqual({
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    })
    expect((await tab.getUser()).data.user).toMatchObject({ email, new_email: wanted })
    // Confirming the same mailbox twice isn't both.
    await browserTab(url).resend({ type: 'email_change', email })
    if (order === 'new first') expect((await verify(email)).error).toBeNull()
    else sessionOf(await verify(second))
    const { data: after } = await tab.getUser()
    expect(after.user).toMatchObject({ id: session.user.id, email: wanted })
    expect(after.user?.new_email).toBeUndefined()
    await signedIn(url, wanted)
    expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
      'invalid_credentials',
    )
    const notice = await mailTo(email)
    expect(notice).toMatchObject({ subject: 'Your email address was changed', link: undefined })
    expect(notice.text).toContain(wanted)
    const me = await fetch(`${url}/api/v1${readMe.path}`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect(await me.json()).toMatchObject({ email: wanted })
  }
})

test('one mailbox alone changes nothing, however often it confirms', async () => {
  const { email, tab } = await account()
  const wanted = newAddress()
  await tab.updateUser({ email: wanted })
  await verify(wanted)
  await browserTab(url).resend({ type: 'email_change', email })
  await mailTo(email)
  // The new mailbox has confirmed: only the other one is asked again.
  const before = await mailsTo(wanted)
  await browserTab(url).resend({ type: 'email_change', email })
  expect(await mailsTo(wanted)).toBe(before)
  expect((await tab.getUser()).data.user?.email).toBe(email)
})

test('a new change request voids the links of the previous one', async () => {
  const { email, tab } = await account()
  const [first, second] = [newAddress(), newAddress()]
  await tab.updateUser({ email: first })
  const old = [linkOf(await mailTo(email)), linkOf(await mailTo(first))]
  await tab.updateUser({ email: second })
  for (const link of old) expect((await browserTab(url).verifyOtp(link)).error?.code).toBe('otp_expired')
  await verify(email)
  sessionOf(await verify(second))
  expect((await tab.getUser()).data.user?.email).toBe(second)
})

test("the codes of both emails confirm too; one's code doesn't work for the other", async () => {
  const { email, tab } = await account()
  const wanted = newAddress()
  await tab.updateUser({ email: wanted })
  const [current, next] = [await mailTo(email), await mailTo(wanted)]
  const attempt = (to: string, token = '') => browserTab(url).verifyOtp({ email: to, token, type: 'email_change' })
  if (current.code !== next.code) expect((await attempt(wanted, current.code)).error?.code).toBe('otp_expired')
  expect((await attempt(email, current.code)).data.session).toBeNull()
  sessionOf(await attempt(wanted, next.code))
})

test('only the mailbox of an address learns that it has an account', async () => {
  const { email, tab } = await account()
  const other = await account()
  const { data, error } = await tab.updateUser({ email: other.email })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, new_email: other.email })
  expect(await mailTo(other.email)).toMatchObject({ subject: 'You already have an account', link: undefined })
  expect(await mailTo(email)).toMatchObject({ subject: 'Confirm your new email address' })
  expect((await verify(email)).error).toBeNull()
  expect((await tab.getUser()).data.user).toMatchObject({ email, new_email: other.email })
  expect((await other.tab.getUser()).data.user?.email).toBe(other.email)
})

test('an address awaiting confirmation is released to its owner', async () => {
  const { email, tab } = await account()
  const waiting = newAddress()
  await browserTab(url).signUp({ email: waiting, password: 'password of a stranger' })
  await mailTo(waiting)
  expect((await tab.updateUser({ email: waiting })).error).toBeNull()
  await verify(email)
  sessionOf(await verify(waiting))
  await signedIn(url, waiting)
  // Someone else confirmed it first: the change is refused, and the account stays as it is.
  const racing = newAddress()
  await tab.updateUser({ email: racing })
  await verify(waiting)
  const link = linkOf(await mailTo(racing))
  await browserTab(url).signUp({ email: racing, password: goodPassword })
  sessionOf(await verify(racing))
  expect((await browserTab(url).verifyOtp(link)).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await tab.getUser()).data.user?.email).toBe(waiting)
})

test('with PKCE the second link redirects with a code', async () => {
  const { email } = await account()
  const tab = browserTab(url, 'pkce')
  await tab.signInWithPassword({ email, password: goodPassword })
  const wanted = newAddress()
  await tab.updateUser({ email: wanted })
  const half = await post(url, '/confirm', linkOf(await mailTo(email)))
  expect(new URL(String(half.body['redirect_to'])).searchParams.get('message')).toContain('Confirmation link accepted')
  const { body } = await post(url, '/confirm', linkOf(await mailTo(wanted)))
  const code = new URL(String(body['redirect_to'])).searchParams.get('code') ?? ''
  expect(sessionOf(await tab.exchangeCodeForSession(code)).user.email).toBe(wanted)
})

test('without a mail server the request is stored for the operator to confirm', async () => {
  const { url: unmailed } = await identityServer({}, {}, server)
  const { email } = await account()
  const tab = browserTab(unmailed)
  await tab.signInWithPassword({ email, password: goodPassword })
  expect((await tab.updateUser({ email: (await account()).email })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
  const wanted = newAddress()
  expect((await tab.updateUser({ email: wanted })).data.user).toMatchObject({ email, new_email: wanted })
  const { rows } = await admin.query('select 1 from auth.mails where email = $1', [wanted])
  expect(rows).toEqual([])
})

test('an unconfirmed change is cancelled by requesting the current address: its links stop working', async () => {
  const { email, tab } = await account()
  const wanted = newAddress()
  await tab.updateUser({ email: wanted })
  const links = [linkOf(await mailTo(email)), linkOf(await mailTo(wanted))]
  sessionOf(await tab.refreshSession())
  expect((await browserTab(url).verifyOtp(links[0] as never)).error).toBeNull()
  const { data, error } = await tab.updateUser({ email: email.toUpperCase() })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email })
  expect([data.user?.new_email, data.user?.email_change_sent_at]).toEqual([undefined, undefined])
  for (const link of links) expect((await browserTab(url).verifyOtp(link)).error?.code).toBe('otp_expired')
  expect((await browserTab(url).resend({ type: 'email_change', email })).error).toBeNull()
  expect((await tab.getUser()).data.user?.email).toBe(email)
  // After a new request, both mailboxes must confirm again.
  await tab.updateUser({ email: wanted })
  await verify(email)
  sessionOf(await verify(wanted))
})
