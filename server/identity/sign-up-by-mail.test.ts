import { expect, test } from 'vitest'
import {
  browserTab,
  goodPassword,
  identityServer,
  linkOf,
  mailedServer,
  post,
  sessionOf,
  testIdentityConfig,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { queueMail } from './mails/queue-mail.ts'

const server = await mailedServer()
const { url, admin, mailTo, mailsTo } = server
const otherPassword = 'another horse 43'

const signUp = (email: string, password = goodPassword, data: object = {}) =>
  browserTab(url).signUp({ email, password, options: { data } })
const signIn = (email: string, password = goodPassword) => browserTab(url).signInWithPassword({ email, password })

async function rows(email: string) {
  const { rows: found } = await admin.query(
    `select u.id, u.email_confirmed_at is not null as confirmed, u.password_hash is not null as has_password,
       (select count(*) from organizations o where o.org_id = u.own_org_id) as organizations
     from auth.users u where u.email = $1`,
    [email],
  )
  return found as { id: string; confirmed: boolean; has_password: boolean; organizations: number }[]
}

test('a sign-up awaits its email: no session, no organization, no sign-in', async () => {
  const email = newAddress()
  const { data, error } = await signUp(email, goodPassword, { name: 'Jane' })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({
    email,
    confirmation_sent_at: expect.any(String),
    user_metadata: { name: 'Jane' },
    app_metadata: { provider: 'email', providers: ['email'] },
    phone: '',
  })
  expect(data.user?.email_confirmed_at).toBeUndefined()
  expect(await rows(email)).toEqual([{ id: data.user?.id, confirmed: false, has_password: true, organizations: 0 }])
  expect((await signIn(email)).error).toMatchObject({
    status: 400,
    code: 'email_not_confirmed',
    message: 'Email not confirmed',
  })
  // Only after the right password: a wrong one reveals nothing.
  expect((await signIn(email, otherPassword)).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await (await fetch(`${url}/auth/v1/settings`)).json()) as object).toMatchObject({ mailer_autoconfirm: false })
})

test('the emailed link confirms the address, signs in and creates the organization', async () => {
  const email = newAddress()
  const { data: asked } = await signUp(email, goodPassword, {
    time_zone: 'America/Sao_Paulo',
    company_name: ' Öko Räder ',
  })
  const mail = await mailTo(email)
  expect(mail.subject).toBe('Confirm your email address')
  expect(mail.link?.href).toMatch(/^https:\/\/stock\.example\.com\/auth\/confirm\?token_hash=[0-9a-f]{56}&type=signup$/)
  const tab = browserTab(url)
  const session = sessionOf(await tab.verifyOtp(linkOf(mail)))
  expect(session.user).toMatchObject({ id: asked.user?.id, email, email_confirmed_at: expect.any(String) })
  expect(session.user.identities?.[0]).toMatchObject({ provider: 'email', email })
  expect(session.user.app_metadata['org_id']).toEqual(expect.any(String))
  expect((await tab.getUser()).error).toBeNull()
  expect((await signIn(email)).error).toBeNull()
  const { rows: made } = await admin.query(
    `select o.time_zone, s.company_name, m.role from organizations o join members m using (org_id)
     join organization_settings s using (org_id) where m.user_id = $1`,
    [session.user.id],
  )
  expect(made).toEqual([{ time_zone: 'America/Sao_Paulo', company_name: 'Öko Räder', role: 'owner' }])
})

test('the emailed code does the same, once', async () => {
  const email = newAddress()
  await signUp(email)
  const { code = '' } = await mailTo(email)
  const wrong = code === '000000' ? '000001' : '000000'
  const expired = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
  expect((await browserTab(url).verifyOtp({ email, token: wrong, type: 'email' })).error).toMatchObject(expired)
  expect((await browserTab(url).verifyOtp({ email, token: code, type: 'recovery' })).error).toMatchObject(expired)
  expect((await browserTab(url).verifyOtp({ email: newAddress(), token: code, type: 'email' })).error).toMatchObject(
    expired,
  )
  sessionOf(await browserTab(url).verifyOtp({ email: email.toUpperCase(), token: code, type: 'email' }))
  expect((await browserTab(url).verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject(expired)
})

test('of ten concurrent uses of one link, one signs in', async () => {
  const email = newAddress()
  await signUp(email)
  const link = linkOf(await mailTo(email))
  const answers = await Promise.all(Array.from({ length: 10 }, () => browserTab(url).verifyOtp(link)))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  for (const { error } of answers)
    if (error)
      expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' })
  expect(await rows(email)).toMatchObject([{ confirmed: true, organizations: 1 }])
})

test('a link is valid for a day and a code for ten minutes', async () => {
  const email = newAddress()
  await signUp(email)
  const { code = '', ...mail } = await mailTo(email)
  const pass = (interval: string) =>
    admin.query(
      `update auth.one_time_tokens set expires_at = expires_at - $2::interval, code_expires_at = code_expires_at - $2::interval where email = $1`,
      [email, interval],
    )
  await pass('11 minutes')
  expect((await browserTab(url).verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe('otp_expired')
  await pass('23 hours 40 minutes')
  sessionOf(await browserTab(url).verifyOtp(linkOf({ code, ...mail })))
  const late = newAddress()
  await signUp(late)
  const lateMail = await mailTo(late)
  await admin.query(`update auth.one_time_tokens set expires_at = expires_at - interval '24 hours' where email = $1`, [
    late,
  ])
  expect((await browserTab(url).verifyOtp(linkOf(lateMail))).error?.code).toBe('otp_expired')
})

test('a sign-up for a taken address gets the same answer, emails the owner and changes nothing', async () => {
  const email = newAddress()
  await signUp(email)
  sessionOf(await browserTab(url).verifyOtp(linkOf(await mailTo(email))))
  const before = await rows(email)
  const unknown = newAddress()
  const [first, again, fresh] = [
    await signUp(email, otherPassword),
    await signUp(email, otherPassword),
    await signUp(unknown),
  ]
  const shape = ({ data, error }: typeof first) => {
    const {
      id: _,
      email: __,
      created_at: ___,
      updated_at: ____,
      confirmation_sent_at: _____,
      ...rest
    } = data.user ?? { id: '' }
    return { error, session: data.session, keys: Object.keys(data.user ?? {}), rest }
  }
  expect(shape(first)).toEqual(shape(fresh))
  expect(first.data.user).toMatchObject({ identities: [] })
  expect(first.data.user?.id).not.toBe(before[0]?.id)
  // The id of a pending sign-up is the same each time: so is the derived one.
  expect(again.data.user?.id).toBe(first.data.user?.id)
  expect((await signUp(unknown)).data.user?.id).toBe(fresh.data.user?.id)
  for (const { data } of [first, fresh])
    expect(data.user?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(await rows(email)).toEqual(before)
  const notice = await mailTo(email)
  expect(notice).toMatchObject({ subject: 'You already have an account', link: undefined, code: undefined })
  expect((await signIn(email)).error).toBeNull()
})

test('a stranger who signs up first with an address gets no access once its owner confirms', async () => {
  const email = newAddress()
  await signUp(email, 'password of a stranger', { name: 'Stranger' })
  await signUp(email, goodPassword, { name: 'Owner' })
  const owners = await mailTo(email)
  // The stranger tries once more, after the owner.
  await signUp(email, 'password of a stranger')
  const session = sessionOf(await browserTab(url).verifyOtp(linkOf(owners)))
  expect(session.user.user_metadata).toEqual({ name: 'Owner' })
  expect((await signIn(email, 'password of a stranger')).error?.code).toBe('invalid_credentials')
  expect((await signIn(email)).error).toBeNull()
  // The emails that the stranger requested are void after the owner's confirmation.
  const { rows: left } = await admin.query(
    'select type from auth.one_time_tokens where email = $1 and used_at is null',
    [email],
  )
  expect(left).toEqual([])
})

test('a sign-in or recovery link drops the password of an unconfirmed sign-up', async () => {
  for (const ask of ['otp', 'recover'] as const) {
    const email = newAddress()
    await signUp(email, 'password of a stranger')
    await post(url, `/${ask}`, { email })
    sessionOf(await browserTab(url).verifyOtp(linkOf(await mailTo(email))))
    expect((await signIn(email, 'password of a stranger')).error?.code, ask).toBe('invalid_credentials')
    expect(await rows(email)).toMatchObject([{ confirmed: true, has_password: false, organizations: 1 }])
  }
})

test('a sign-up email can be sent again and keeps the password', async () => {
  const email = newAddress()
  await signUp(email, goodPassword, { name: 'Jane' })
  const first = await mailTo(email)
  const { error } = await browserTab(url).resend({ type: 'signup', email })
  expect(error).toBeNull()
  const second = await mailTo(email)
  expect(linkOf(second).token_hash).not.toBe(linkOf(first).token_hash)
  const session = sessionOf(await browserTab(url).verifyOtp(linkOf(second)))
  expect(session.user.user_metadata).toEqual({ name: 'Jane' })
  expect((await signIn(email)).error).toBeNull()
  expect((await browserTab(url).verifyOtp(linkOf(first))).error?.code).toBe('otp_expired')
  // Confirmed, or unknown: the same response and no email.
  for (const to of [email, newAddress()]) {
    const before = await mailsTo(to)
    expect((await browserTab(url).resend({ type: 'signup', email: to })).error).toBeNull()
    expect(await mailsTo(to)).toBe(before)
  }
})

test('a sign-up with PKCE redirects with a code, which the requesting browser exchanges', async () => {
  const email = newAddress()
  const tab = browserTab(url, 'pkce')
  await tab.signUp({ email, password: goodPassword, options: { emailRedirectTo: 'https://stock.example.com/welcome' } })
  const { link } = await mailTo(email)
  expect(link?.searchParams.get('token_hash')).toMatch(/^pkce_[0-9a-f]{56}$/)
  const back = link?.searchParams.get('redirect_to') ?? ''
  expect(back).toBe('https://stock.example.com/welcome')
  const answer = await post(url, '/confirm', { ...linkOf(await mailTo(email)), redirect_to: back })
  const to = new URL(String(answer.body['redirect_to']))
  expect(`${to.origin}${to.pathname}`).toBe('https://stock.example.com/welcome')
  const session = sessionOf(await tab.exchangeCodeForSession(to.searchParams.get('code') ?? ''))
  expect(session.user.email).toBe(email)
})

test('without a mail server an unconfirmed sign-up is taken over by the next', async () => {
  const email = newAddress()
  await signUp(email, 'password of a stranger')
  const { url: unmailed } = await identityServer({}, {}, server)
  const session = sessionOf(await browserTab(unmailed).signUp({ email, password: goodPassword }))
  expect(session.user.email_confirmed_at).toEqual(expect.any(String))
  expect((await signIn(email, 'password of a stranger')).error?.code).toBe('invalid_credentials')
  expect((await signIn(email)).error).toBeNull()
})

test('mails to one address are a minute apart, whether or not it has an account', async () => {
  const { rates } = testIdentityConfig
  const slow = await mailedServer(
    { rates: { ...rates, mailByRecipient: { burst: 1, count: 1, seconds: 60 } } },
    {},
    server,
  )
  const taken = newAddress()
  await signUp(taken)
  sessionOf(await browserTab(url).verifyOtp(linkOf(await mailTo(taken))))
  for (const email of [taken, newAddress()]) {
    const ask = () => browserTab(slow.url).signUp({ email, password: goodPassword })
    expect((await ask()).error).toBeNull()
    const { error } = await ask()
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    // Another kind of email has its own minute.
    expect((await browserTab(slow.url).resetPasswordForEmail(email)).error).toBeNull()
    expect((await browserTab(slow.url).resetPasswordForEmail(email)).error?.code).toBe('over_email_send_rate_limit')
    expect((await browserTab(slow.url).resend({ type: 'signup', email })).error?.code).toBe(
      'over_email_send_rate_limit',
    )
  }
})

test('neither link nor code is stored in the database', async () => {
  const email = newAddress()
  await signUp(email)
  const mail = await mailTo(email)
  const { rows: everything } = await admin.query(
    `select t::text as row from auth.one_time_tokens t where email = $1 union all select m::text from auth.mails m where email = $1`,
    [email],
  )
  expect(everything).toHaveLength(2)
  const text = JSON.stringify(everything)
  expect(text).not.toContain(linkOf(mail).token_hash)
  expect(text).not.toContain(mail.code)
  expect(text).not.toContain(goodPassword)
})

test('an email written while its address is being confirmed leaves no valid link', async () => {
  const email = newAddress()
  await signUp(email)
  await mailTo(email)
  await admin.query('begin')
  const { rows: users } = await admin.query('select id from auth.users where email = $1 for update', [email])
  await server.db.transaction(null, (tx) => queueMail(tx, { kind: 'signup', email }))
  await lockAwaited(admin)
  await admin.query('update auth.users set email_confirmed_at = clock_timestamp() where id = $1', [users[0].id])
  await admin.query('delete from auth.one_time_tokens where user_id = $1 and used_at is null', [users[0].id])
  await admin.query('commit')
  expect(await mailTo(email)).toMatchObject({ subject: 'You already have an account', link: undefined })
  const { rows: left } = await admin.query('select type from auth.one_time_tokens where user_id = $1', [users[0].id])
  expect(left).toEqual([])
})
