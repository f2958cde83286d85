import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { newId } from '../platform/ids.ts'
import { createMailer } from '../platform/mail.ts'
import { silentLog } from '../platform/log.ts'
import { createSecrets } from '../platform/secrets.ts'
import { testSecrets } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { browserTab, identityServer, linkOf, mailedServer, post, sessionOf, siteUrl } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { mailServer, readMail, silentServer } from '../testing/mail-server.ts'
import { queueMail, type QueuedMail } from './mails/queue-mail.ts'
import { findTokenByHash } from './one-time-tokens.ts'
import { createMailQueue } from './send-mails.ts'

const { db, admin } = await testDatabase()
const site = { siteUrl, secrets: testSecrets }

async function user(): Promise<{ id: string; email: string }> {
  const [id, email] = [newId(), newAddress()]
  await admin.query(
    'insert into auth.users (id, email, email_confirmed_at, own_org_id) values ($1, $2, now(), gen_random_uuid())',
    [id, email],
  )
  return { id, email }
}

const queue = (mail: QueuedMail) => db.transaction(null, (tx) => queueMail(tx, mail))
const queueOn = (smtpUrl: string, seconds?: number) => {
  const mailer = createMailer({ smtpUrl, from: 'onhand@stock.example' }, silentLog, seconds)
  return createMailQueue(db, mailer, site, silentLog)
}
const record = async (email: string) =>
  (
    await admin.query('select outcome, attempts, due_at > now() as waits, details from auth.mails where email = $1', [
      email,
    ])
  ).rows

/** Lets the waiting time of an email pass. */
const pass = (email: string, interval: string) =>
  admin.query(
    'update auth.mails set due_at = due_at - $2::interval, requested_at = requested_at - $2::interval where email = $1',
    [email, interval],
  )

test('a rejected email is retried with the same link and id', async () => {
  const { email } = await user()
  await queue({ kind: 'recovery', email })
  const broken = queueOn('smtp://127.0.0.1:1', 0.5)
  await broken.drain()
  await broken.close()
  expect(await record(email)).toMatchObject([{ outcome: null, attempts: 1, waits: true }])
  const { rows: before } = await admin.query('select token_hash from auth.one_time_tokens where email = $1', [email])
  const mailbox = await mailServer()
  const working = queueOn(mailbox.url)
  await working.drain()
  expect(mailbox.delivered).toHaveLength(0)
  await pass(email, '1 minute')
  await working.drain()
  await working.close()
  expect(mailbox.delivered).toHaveLength(1)
  expect(await record(email)).toEqual([{ outcome: 'sent', attempts: 2, waits: null, details: {} }])
  const { rows: after } = await admin.query('select token_hash from auth.one_time_tokens where email = $1', [email])
  expect(after).toEqual(before)
})

test('a link that is sent again after the secret key was rotated works', async () => {
  const { id, email } = await user()
  await queue({ kind: 'recovery', email })
  const broken = queueOn('smtp://127.0.0.1:1', 0.5)
  await broken.drain()
  await broken.close()
  await pass(email, '1 minute')
  const mailbox = await mailServer()
  const mailer = createMailer({ smtpUrl: mailbox.url, from: 'onhand@stock.example' }, silentLog)
  const rotated = createSecrets([new Uint8Array(32).fill(8), new Uint8Array(32).fill(7)])
  const mails = createMailQueue(db, mailer, { siteUrl, secrets: rotated }, silentLog)
  await mails.drain()
  await mails.close()
  const { token_hash } = linkOf(readMail(mailbox.delivered[0]!))
  const found = await db.transaction(null, (tx) => findTokenByHash(tx, token_hash, ['recovery']))
  expect(found).toMatchObject({ user_id: id })
})

test('emails to one address arrive in the order they were requested', async () => {
  const { id, email } = await user()
  for (const kind of ['password_changed', 'recovery', 'password_changed', 'magiclink'] as const)
    await queue({ kind, email, user_id: id })
  const mailbox = await mailServer()
  const working = queueOn(mailbox.url)
  await working.drain()
  await working.close()
  const subjects = mailbox.delivered.map((mail) => readMail(mail).subject)
  expect(subjects).toEqual([subjects[0], 'Reset your password', subjects[0], expect.stringMatching(/sign in/i)])
})

test('if the process dies between mail server and record, the email is sent again', async () => {
  const { id, email } = await user()
  await queue({ kind: 'password_changed', email, user_id: id })
  // As such a process leaves it: claimed, handed over, not recorded as sent.
  await admin.query(`update auth.mails set attempts = 1, due_at = now() + interval '1 minute' where email = $1`, [
    email,
  ])
  const mailbox = await mailServer()
  const mails = queueOn(mailbox.url)
  await mails.drain()
  expect(mailbox.delivered).toHaveLength(0)
  await pass(email, '61 seconds')
  await mails.drain()
  await mails.close()
  expect(mailbox.delivered).toHaveLength(1)
  const [mail] = mailbox.delivered
  const { rows } = await admin.query<{ id: string }>('select id from auth.mails where email = $1', [email])
  expect(mail?.message).toContain(`<${rows[0]?.id}@stock.example>`)
  expect(mail?.message).toMatch(/^Auto-Submitted: auto-generated/m)
})

test('an email that someone waits for is sent before any number of notifications', async () => {
  const { id, email } = await user()
  for (let i = 0; i < 8; i++) {
    const other = await user()
    await queue({ kind: 'notifications', email: other.email, user_id: other.id })
  }
  await queue({ kind: 'password_changed', email, user_id: id })
  const mails = queueOn(await silentServer(), 3)
  const draining = mails.drain()
  await expect.poll(() => record(email), { interval: 20, timeout: 10_000 }).toMatchObject([{ attempts: 1 }])
  // Those that were claimed with it had nothing to say.
  const { rows } = await admin.query(`select from auth.mails where kind = 'notifications'`)
  expect(rows).toHaveLength(5)
  await mails.close()
  await draining
  await admin.query('delete from auth.mails where email = $1', [email])
})

test('emails are claimed for longer than a slow mail server may take for all of them, one after the other', async () => {
  const { id, email } = await user()
  for (let i = 0; i < 4; i++) await queue({ kind: 'password_changed', email, user_id: id })
  const mails = queueOn(await silentServer(), 3)
  const draining = mails.drain()
  const claimed = async () =>
    (
      await admin.query<{ seconds: number }>(
        'select extract(epoch from due_at - now())::integer as seconds from auth.mails where email = $1 and attempts = 1',
        [email],
      )
    ).rows.map(({ seconds }) => seconds)
  await expect.poll(claimed, { interval: 20, timeout: 10_000 }).toHaveLength(4)
  expect(Math.min(...(await claimed()))).toBeGreaterThan(4 * (limits.mailSeconds + limits.mailWaitSeconds))
  await mails.close()
  await draining
  await admin.query('delete from auth.mails where email = $1', [email])
})

test('an email that can’t be composed waits, is given up after a day, and doesn’t keep others from being sent', async () => {
  const [unreadable, late] = [await user(), await user()]
  const notifications = { org_id: newId(), items: null } as never
  for (let i = 0; i < 5; i++)
    await queue({ kind: 'notifications', email: unreadable.email, user_id: unreadable.id, details: { notifications } })
  await queue({ kind: 'notifications', email: late.email, user_id: late.id })
  await queue({ kind: 'password_changed', email: late.email, user_id: late.id })
  const mailbox = await mailServer()
  const mails = queueOn(mailbox.url)
  await mails.drain()
  expect(mailbox.delivered.map(({ to }) => to)).toEqual([[late.email]])
  expect(await record(unreadable.email)).toEqual(
    Array.from({ length: 5 }, () => expect.objectContaining({ outcome: null, attempts: 0, waits: true })),
  )
  await pass(unreadable.email, '25 hours')
  await mails.drain()
  await mails.close()
  expect((await record(unreadable.email)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('gave_up'))
  expect(mailbox.delivered).toHaveLength(1)
})

test('an email that was retried while the clock was ahead does not wait until the clock gets there', async () => {
  const { email } = await user()
  await queue({ kind: 'recovery', email })
  await admin.query(`update auth.mails set attempts = 1, due_at = now() + interval '40 days' where email = $1`, [email])
  const mailbox = await mailServer()
  const sending = queueOn(mailbox.url)
  await sending.drain()
  await sending.close()
  expect(await record(email)).toMatchObject([{ outcome: 'sent' }])
})

test('several servers send each email once', async () => {
  const people: { email: string }[] = []
  for (let i = 0; i < 12; i++) {
    const { id, email } = await user()
    people.push({ email })
    await queue({ kind: 'password_changed', email, user_id: id })
  }
  const mailbox = await mailServer()
  const servers = [queueOn(mailbox.url), queueOn(mailbox.url), queueOn(mailbox.url)]
  await Promise.all(servers.map((server) => server.drain()))
  await Promise.all(servers.map((server) => server.close()))
  expect(mailbox.delivered.flatMap(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
})

test("an address the mail server rejects is given up; one that is temporarily full isn't", async () => {
  const [gone, full] = [await user(), await user()]
  for (const { id, email } of [gone, full]) await queue({ kind: 'password_changed', email, user_id: id })
  const mailbox = await mailServer({ refuses: (to) => (to === gone.email ? 550 : to === full.email ? 452 : false) })
  const mails = queueOn(mailbox.url)
  await mails.drain()
  expect(await record(gone.email)).toMatchObject([{ outcome: 'gave_up' }])
  expect(await record(full.email)).toMatchObject([{ outcome: null, waits: true }])
  await pass(full.email, '25 hours')
  await mails.drain()
  await mails.close()
  expect(await record(full.email)).toMatchObject([{ outcome: 'gave_up', attempts: 2 }])
})

test('a repeated email is sent once, because the older one would void the newer', async () => {
  const { email } = await user()
  for (let i = 0; i < 3; i++) await queue({ kind: 'recovery', email })
  const mailbox = await mailServer()
  const mails = queueOn(mailbox.url)
  await mails.drain()
  await mails.close()
  expect(mailbox.delivered).toHaveLength(1)
  const { token_hash } = linkOf(readMail(mailbox.delivered[0]!))
  const { rows } = await admin.query(
    `select count(*) filter (where token_hash = sha256($2::bytea)) as this, count(*) as all from auth.one_time_tokens where email = $1`,
    [email, token_hash],
  )
  expect(rows[0]).toEqual({ this: 1, all: 1 })
})

test('an address change sent again reaches the new mailbox once, however often the other email is tried', async () => {
  const { id, email } = await user()
  const wanted = newAddress()
  await admin.query('update auth.users set new_email = $2 where id = $1', [id, wanted])
  await queue({ kind: 'email_change_current', email, details: { again: true } })
  const mailbox = await mailServer({ refuses: (to) => to === email && 452 })
  const mails = queueOn(mailbox.url)
  for (let attempt = 0; attempt < 3; attempt++) {
    await mails.drain()
    await pass(email, '1 minute')
  }
  await mails.close()
  expect(await record(email)).toMatchObject([{ outcome: null, attempts: 3 }])
  expect(mailbox.delivered.flatMap(({ to }) => to)).toEqual([wanted])
})

test('a mail server that hangs is given up in time, and the email is tried again', async () => {
  const { id, email } = await user()
  await queue({ kind: 'password_changed', email, user_id: id })
  const mails = queueOn(await silentServer(), 0.5)
  await mails.drain()
  await mails.close()
  expect(await record(email)).toMatchObject([{ outcome: null, attempts: 1, waits: true }])
})

test('while the mail server hangs or is down, sign-up and recovery answer immediately, and the email is sent later', async () => {
  const database = await testDatabase()
  const hanging = Promise.withResolvers<void>()
  const mailbox = await mailServer({ waits: hanging.promise })
  // It waits so long that a request that waited for the mail server would not be answered within the test's time.
  const mailer = createMailer({ smtpUrl: mailbox.url, from: 'onhand@stock.example' }, silentLog, 100)
  const { url, app } = await identityServer({ siteUrl }, { mailer }, database)
  const email = newAddress()
  expect((await post(url, '/signup', { email, password: 'correct horse 42' })).status).toBe(200)
  expect((await post(url, '/recover', { email })).status).toBe(200)
  // Both have responded while the mail server still keeps the first email waiting.
  let drained = false
  const draining = app.mails?.drain().then(() => (drained = true))
  await sleep(20)
  expect(drained).toBe(false)
  // It goes down with the email it had, and takes no other.
  hanging.promise.catch(() => {})
  hanging.reject(new Error('going down'))
  await draining
  const { rows } = await database.admin.query(
    'select attempts > 0 as tried, outcome from auth.mails where email = $1',
    [email],
  )
  expect(rows).toEqual([
    { tried: true, outcome: null },
    { tried: true, outcome: null },
  ])
  await app.http.close()
  const working = await mailedServer({}, {}, database)
  await database.admin.query(`update auth.mails set due_at = now()`)
  // Without a poke: by the check every second.
  await vi.waitFor(() => expect(working.mailbox.delivered).toHaveLength(2), 30_000)
  await sleep(50)
  sessionOf(await browserTab(working.url).verifyOtp(linkOf(await working.mailTo(email))))
})
