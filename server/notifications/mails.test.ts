import { expect, test } from 'vitest'
import { createComment } from '../../contract/comments.ts'
import { limits } from '../../contract/limits.ts'
import { renameMe } from '../../contract/me.ts'
import {
  listNotifications,
  markAllNotificationsRead,
  readNotificationPreferences,
  saveNotificationPreferences,
} from '../../contract/notifications.ts'
import type { NotificationKind } from '../../contract/notification-kinds.ts'
import { saveSettings } from '../../contract/settings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { diskStorage } from '../files/storage.ts'
import { createMailQueue } from '../identity/send-mails.ts'
import { outboxHandlers } from '../outbox-handlers.ts'
import { createMailer } from '../platform/mail.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log.ts'
import { createOutbox } from '../platform/outbox.ts'
import { notify, type NewNotification } from './notify.ts'
import { testApp, testSecrets, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { mailServer, readMail } from '../testing/mail-server.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'
import { whenOver } from '../testing/when-over.ts'
import { sendDigests } from './send-digests.ts'

const mailbox = await mailServer()
// Without a mail server people sign up immediately; another process, which has one, sends what was queued for them
// here.
const app = await testApp()
await app.app.outbox.close()
const outbox = createOutbox(app.db, outboxHandlers(diskStorage(app.filesDir), { canMail: true }), () => {}, silentLog)
const site = { siteUrl: 'http://localhost', secrets: testSecrets }
const mails = createMailQueue(
  app.db,
  createMailer({ smtpUrl: mailbox.url, from: 'onhand@stock.example' }, silentLog),
  site,
  silentLog,
)
whenOver(async () => {
  await outbox.close()
  await mails.close()
})

/** The subjects of a person's emails, once everything queued has been announced and sent. */
async function mailed(to: Client) {
  await outbox.drain()
  await mails.drain()
  return mailbox.delivered
    .filter((mail) => mail.to.includes(to.email))
    .map((mail) => ({ ...readMail(mail), raw: mail.message }))
}

const take = (who: Client, product_id: string, quantity: number) =>
  who.call(createTransaction, { product_id, type: 'out', quantity, reason_code: 'customer_order' })

const choice = (kind: NotificationKind, wanted: boolean) => ({ choices: [{ kind, channel: 'mail' as const, wanted }] })

test('out-of-stock alerts are emailed by default, with links to the product and to the notification settings', async () => {
  const { me, product } = await stocked(app)
  const { id, name } = await product(2, { min_stock_level: 1 })
  await take(me, id, 1)
  expect(await mailed(me)).toEqual([])
  await take(me, id, 1)
  const [mail, ...others] = await mailed(me)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Out of stock: ${name}`)
  expect(mail?.text).toContain(`http://localhost/products/${id}`)
  expect(mail?.raw).toMatch(/^List-Unsubscribe: <http:\/\/localhost\/settings\/notifications>/m)
})

test('a failed shipment is emailed by default, also to the person who recorded it', async () => {
  const s = await selling(app)
  const { id } = await s.product(9)
  const order = await s.order([[id, 2]])
  const shipment = await s.ship(order, 2)
  expect(await mailed(s.me)).toEqual([])
  await s.move(shipment, 'failed')
  const [mail, ...others] = await mailed(s.me)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Shipment 1 of ${order.order_number} has failed`)
  expect(mail?.text).toContain(`http://localhost/shipping?shipment=${shipment.id}`)
})

test.each<Pick<NewNotification, 'kind' | 'subject'>>([
  { kind: 'webhook_off', subject: { kind: 'webhooks', id: null } },
  { kind: 'ledger_check', subject: { kind: 'settings', id: null } },
  { kind: 'import_failed', subject: { kind: 'import', id: newId() } },
])('$kind is mailed by default', async ({ kind, subject }) => {
  const me = await app.signUp()
  const title = `A failure of the kind ${kind}`
  await app.db.transaction({ org_id: me.org_id, user_id: null }, async (tx) =>
    notify(tx, { org_id: me.org_id, user_id: null }, { kind, title, subject }),
  )
  expect((await mailed(me)).map(({ subject: line }) => line)).toEqual([title])
  await me.call(saveNotificationPreferences, choice(kind, false))
  await app.db.transaction({ org_id: me.org_id, user_id: null }, async (tx) =>
    notify(tx, { org_id: me.org_id, user_id: null }, { kind, title, subject }),
  )
  expect(await mailed(me)).toHaveLength(1)
})

test('several notifications at once are one email; turning off a type or all emails stops them', async () => {
  const { me, product } = await stocked(app)
  const made = [await product(1), await product(1), await product(1), await product(1)]
  await me.call(saveNotificationPreferences, choice('out_of_stock', false))
  await take(me, made[0]?.id ?? '', 1)
  expect(await mailed(me)).toEqual([])
  expect((await me.call(saveNotificationPreferences, choice('out_of_stock', true))).kinds).toContainEqual({
    kind: 'out_of_stock',
    app: true,
    mail: true,
    push: true,
  })
  await me.call(saveSettings, { email_notifications: false })
  await take(me, made[1]?.id ?? '', 1)
  expect(await mailed(me)).toEqual([])
  await me.call(saveSettings, { email_notifications: true })
  await outbox.drain()
  await app.admin.query(
    `insert into outbox (org_id, kind, payload)
     select $1, 'notifications', jsonb_build_object('found', 'low_stock', 'cause', gen_random_uuid(), 'product_id', p.id, 'is_out', true,
       'on_hand', 0, 'minimum', 0, 'happened_at', now())
     from products p where p.id = any ($2)`,
    [me.org_id, [made[2]?.id, made[3]?.id]],
  )
  expect((await mailed(me)).map(({ subject }) => subject)).toEqual(['2 new notifications'])
})

test('the last email of a day says that it is the last; later notifications are only in the app', async () => {
  const { me, product } = await stocked(app)
  const before = limits.notificationMailsPerDay - 1
  await app.admin.query(
    `insert into auth.mails (id, kind, email, user_id, due_at, done_at, outcome)
     select gen_random_uuid(), 'notifications', $1, $2, null, now(), 'sent' from generate_series(1, $3)`,
    [me.email, me.user_id, before],
  )
  const [last, after] = [await product(1), await product(1)]
  await take(me, last.id, 1)
  const [mail, ...none] = await mailed(me)
  expect(none).toEqual([])
  expect(mail?.text).toContain(`http://localhost/products/${last.id}`)
  expect(mail?.text).toMatch(
    /You’ve reached 50 notification emails in 24 hours\s+For now, new notifications appear in Onhand only/,
  )
  expect(mail?.text).toContain('http://localhost/notifications')
  await take(me, after.id, 1)
  expect(await mailed(me)).toHaveLength(1)
  const { items } = await me.call(listNotifications, {})
  expect(items.filter(({ kind }) => kind === 'out_of_stock')).toHaveLength(2)
})

test.each([
  ['2099-02-03', '30 incoming, expected 3 Feb 2099.'],
  ['2026-02-03', '30 incoming, expected 3 Feb 2026, late.'],
])(
  'the email of a single notification has it in the subject, and the details below: expected %s',
  async (day, text) => {
    const s = await ordering(app)
    await s.me.call(saveNotificationPreferences, choice('out_of_stock', true))
    const product = await s.product(1)
    const order = await s.ordered({ product_id: product.id, quantity: 30, unit_price: 2 })
    await s.save(order, { expected_date: day })
    await take(s.me, product.id, 1)
    const [mail] = await mailed(s.me)
    expect(mail?.subject).toBe(`Out of stock: ${product.name}`)
    expect(mail?.text.split(`Out of stock: ${product.name}`)).toHaveLength(1)
    expect(mail?.text).toContain(text)
  },
)

test('an emailed mention starts with who wrote it', async () => {
  const { me, product } = await stocked(app)
  const other = await colleague(app, me, 'admin')
  await other.call(renameMe, { username: 'Maria Kowalski' })
  const { id, name } = await product(1)
  await other.call(createComment, { record_type: 'product', record_id: id, body: `<@${me.user_id}> can we ship?` })
  const [mail] = await mailed(me)
  expect(mail?.subject).toBe(`Maria Kowalski mentioned you: ${name}`)
  const { items } = await me.call(listNotifications, {})
  expect(items[0]).toMatchObject({ kind: 'mention', title: `Maria Kowalski mentioned you: ${name}` })
  // The stored text names no one: a name is erased with its account.
  const { rows } = await app.admin.query(`select title from notifications where org_id = $1 and kind = 'mention'`, [
    me.org_id,
  ])
  expect(rows).toEqual([{ title: `You were mentioned: ${name}` }])
})

test('members choose among the types that their role can receive, each for themselves', async () => {
  const owner = await app.signUp()
  const viewer = await colleague(app, owner, 'viewer')
  const kindsOf = async (who: Client) => (await who.call(readNotificationPreferences, {})).kinds.map(({ kind }) => kind)
  expect(await kindsOf(owner)).toEqual(expect.arrayContaining(['import_finished', 'member_joined', 'ledger_check']))
  expect(await kindsOf(viewer)).not.toEqual(expect.arrayContaining(['import_finished']))
  const saved = await viewer.call(saveNotificationPreferences, {
    choices: [{ kind: 'transaction', channel: 'app', wanted: false }],
    digest_hour: 7,
  })
  expect(saved).toMatchObject({ digest_hour: 7 })
  expect(saved.kinds).toContainEqual({ kind: 'transaction', app: false, mail: false, push: false })
  expect(await owner.call(readNotificationPreferences, {})).toMatchObject({ digest_hour: null })
  expect((await owner.call(readNotificationPreferences, {})).kinds).toContainEqual({
    kind: 'transaction',
    app: true,
    mail: false,
    push: false,
  })
  expect(await viewer.call(saveNotificationPreferences, { digest_hour: null })).toMatchObject({ digest_hour: null })
})

/** As if no summary had listed their notifications. */
const forgetSummaries = ({ org_id }: Client) =>
  app.admin.query('update notifications set summarized_at = null where org_id = $1', [org_id])

test("the daily summary of unread notifications is emailed once, at its hour in the organization's time zone", async () => {
  const { me, product } = await stocked(app)
  const { id, name } = await product(9, { min_stock_level: 8 })
  await take(me, id, 1)
  await outbox.drain()
  await me.call(saveNotificationPreferences, { digest_hour: 0 })
  await sendDigests(app.db)
  // Its hour had passed when it was requested: the first one comes tomorrow.
  expect(await mailed(me)).toEqual([])
  await app.admin.query('update notification_digests set sent_on = sent_on - 1 where org_id = $1', [me.org_id])
  await Promise.all([sendDigests(app.db), sendDigests(app.db)])
  await sendDigests(app.db)
  const [mail, ...others] = await mailed(me)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('1 unread notification in the last 24 hours')
  expect(mail?.text).toContain(`Low stock: ${name}`)
  // A time zone in which it isn't that hour yet.
  const { rows } = await app.admin.query<{ hour: number }>(
    `select extract(hour from now() at time zone 'UTC')::integer as hour`,
  )
  await app.admin.query(
    `update notification_digests set sent_on = sent_on - 1, sent_at = sent_at - interval '1 day', hour = 23 where org_id = $1`,
    [me.org_id],
  )
  await forgetSummaries(me)
  await sendDigests(app.db)
  expect(await mailed(me)).toHaveLength((rows[0]?.hour ?? 0) === 23 ? 2 : 1)
})

test('summaries go on after the clock was a year ahead', async () => {
  const { me, product } = await stocked(app)
  const { id } = await product(9, { min_stock_level: 8 })
  await take(me, id, 1)
  await outbox.drain()
  await me.call(saveNotificationPreferences, { digest_hour: 0 })
  await app.admin.query('update notification_digests set sent_on = sent_on + 365 where org_id = $1', [me.org_id])
  await sendDigests(app.db)
  expect(await mailed(me)).toHaveLength(1)
  // Tomorrow is today in another time zone.
  await forgetSummaries(me)
  await app.admin.query('update notification_digests set sent_on = sent_on + 1 where org_id = $1', [me.org_id])
  await sendDigests(app.db)
  expect(await mailed(me)).toHaveLength(1)
})

test('a summary covers everything since the last one, and nothing twice', async () => {
  const { me, product } = await stocked(app)
  const { id, name } = await product(9, { min_stock_level: 8 })
  await take(me, id, 1)
  await outbox.drain()
  await me.call(saveNotificationPreferences, { digest_hour: 0 })
  /** The next day: the last summary and the notification were this long ago. */
  const nextDay = async (lastSummary: string, happened: string) => {
    await app.admin.query(
      'update notification_digests set sent_on = sent_on - 1, sent_at = now() - $2::interval where org_id = $1',
      [me.org_id, lastSummary],
    )
    await app.admin.query('update notifications set happened_at = now() - $2::interval where org_id = $1', [
      me.org_id,
      happened,
    ])
    await sendDigests(app.db)
    return (await mailed(me)).map(({ subject }) => subject)
  }
  // It happened just before the last one, and was written after it.
  const since = '1 unread notification since your last summary'
  expect(await nextDay('26 hours', '27 hours')).toEqual([since])
  expect((await mailed(me))[0]?.text).toContain(`Low stock: ${name}`)
  // It was in the last one.
  expect(await nextDay('26 hours', '25 hours')).toEqual([since])
  // After many days without a summary, the next one goes back two days.
  await forgetSummaries(me)
  expect(await nextDay('9 days', '49 hours')).toEqual([since])
  await forgetSummaries(me)
  const short = '1 unread notification in the last 48 hours'
  expect((await nextDay('9 days', '47 hours')).toSorted()).toEqual([short, since])
})

test('several transactions of a colleague are one line in the summary and one email, counted as in the app', async () => {
  const { me, product } = await stocked(app)
  const { id } = await product(9)
  const jane = await colleague(app, me, 'staff')
  await jane.call(saveNotificationPreferences, { ...choice('transaction', true), digest_hour: 0 })
  await take(me, id, 1)
  const [mail, ...others] = await mailed(jane)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Stock Out: /)
  expect(mail?.text).toContain('1 removed. By ')
  for (const quantity of [2, 3]) await take(me, id, quantity)
  expect(await mailed(jane)).toHaveLength(1)
  await app.admin.query('update notification_digests set sent_on = sent_on - 1 where org_id = $1', [me.org_id])
  await sendDigests(app.db)
  const summary = (await mailed(jane)).find(({ subject }) => subject === '1 unread notification in the last 24 hours')
  expect(summary?.text).toContain('3 stock transactions')
  expect(summary?.text).toContain('/audit-trail?type=stock_changes&user=')
  // Once read, the next one is news again.
  await jane.call(markAllNotificationsRead, {})
  await take(me, id, 1)
  expect(await mailed(jane)).toHaveLength(3)
})

test("changing the hour after today's summary takes effect the next day", async () => {
  const { me, product } = await stocked(app)
  const { id } = await product(9, { min_stock_level: 8 })
  await take(me, id, 1)
  await outbox.drain()
  await me.call(saveNotificationPreferences, { digest_hour: 0 })
  await app.admin.query('update notification_digests set sent_on = sent_on - 1 where org_id = $1', [me.org_id])
  await sendDigests(app.db)
  expect(await mailed(me)).toHaveLength(1)
  await me.call(saveNotificationPreferences, { digest_hour: 23 })
  // It is that hour, on the same day.
  await app.admin.query('update notification_digests set hour = 0 where org_id = $1', [me.org_id])
  await sendDigests(app.db)
  expect(await mailed(me)).toHaveLength(1)
})
