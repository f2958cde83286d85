import { expect, test, vi } from 'vitest'
import { acceptInvitation, createInvitation } from '../../contract/invitations.ts'
import { listNotifications, saveNotificationPreferences } from '../../contract/notifications.ts'
import { createProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { diskStorage } from '../files/storage.ts'
import { createMailQueue } from '../identity/send-mails.ts'
import { outboxHandlers } from '../outbox-handlers.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log.ts'
import type { Mailer } from '../platform/mail.ts'
import { createOutbox } from '../platform/outbox.ts'
import { signUp, testApp, testSecrets, type Client } from '../testing/app.ts'
import { colleague, secretOf } from '../testing/colleagues.ts'
import { dyingAt } from '../testing/dying.ts'
import { makeInstallation } from '../testing/server-process.ts'
import { stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'
import { sendDigests } from './send-digests.ts'

// Entire servers are started and stopped here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

const app = await testApp()
// Only the processes of this file, which die, process what commits queue.
await app.app.outbox.close()

type Handed = Readonly<{ id: string; to: string; subject: string }>

/** A server's own work on notifications and their emails, until it dies at the nth point. */
function processDyingAt(point: number, handed: Handed[]) {
  const { db, pass, diedHere } = dyingAt(point, app.db)
  const mailer: Mailer = {
    send: async () => undefined,
    async deliver({ id, to, subject }) {
      pass()
      handed.push({ id, to, subject })
      pass()
      return 'sent'
    },
  }
  const outbox = createOutbox(db, outboxHandlers(diskStorage(app.filesDir), { canMail: true }), () => {}, silentLog)
  const mails = createMailQueue(db, mailer, { siteUrl: 'http://localhost', secrets: testSecrets }, silentLog)
  return {
    async work() {
      await outbox.drain()
      await sendDigests(db).catch((error: unknown) => {
        if (!diedHere()) throw error
      })
      await mails.drain()
      await outbox.close()
      await mails.close()
    },
    diedHere,
  }
}

const take = (who: Client, product_id: string) =>
  who.call(createTransaction, { product_id, type: 'out', quantity: 1, reason_code: 'customer_order' })

const areMailsLeft = async () => (await rowsOf('select from auth.mails where due_at is not null')).length > 0

async function rowsOf<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await app.admin.query<T>(text, values)).rows
}

test('killing the server at any step loses no notification, email or daily summary and records none twice; an email sent again has the same id', async () => {
  const { me, product } = await stocked(app)
  const other = await colleague(app, me, 'staff')
  const people = [me, other]
  await me.call(saveNotificationPreferences, { digest_hour: 0 })
  let deaths = 0
  for (let point = 1; ; point++) {
    const { id } = await product(1)
    await take(me, id)
    // This day's summary; emails of earlier rounds don't count toward the maximum per member.
    await app.admin.query('update notification_digests set sent_on = sent_on - 1')
    await app.admin.query(
      `update auth.mails set requested_at = requested_at - interval '2 days' where done_at is not null`,
    )
    const known = (await rowsOf<{ id: string }>('select id from auth.mails')).map((mail) => mail.id)
    await app.admin.query(`update notifications set read_at = now(), happened_at = happened_at - interval '2 days'
      where kind <> 'transaction'`)

    const handed: Handed[] = []
    const dying = processDyingAt(point, handed)
    await dying.work()
    if (dying.diedHere()) deaths++
    // A check skips rows that the dying transaction still holds; the next one finds them.
    for (let check = 0; check === 0 || (check < 5 && (await areMailsLeft())); check++) {
      // An unfinished claim expires after a while.
      await app.admin.query('update auth.mails set due_at = now() where due_at is not null')
      await processDyingAt(Infinity, handed).work()
    }

    const notified = await rowsOf<{ user_id: string }>(
      `select user_id from notifications where kind = 'out_of_stock' and subject_id = $1`,
      id,
    )
    expect([point, notified.map(({ user_id }) => user_id).toSorted()]).toEqual([
      point,
      people.map(({ user_id }) => user_id).toSorted(),
    ])
    // One entry per round, which the colleague is notified of, and which is counted up.
    const entries = await rowsOf(
      `select user_id, sum(occurrences)::integer as entries from notifications where kind = 'transaction' group by user_id`,
    )
    expect([point, entries]).toEqual([point, [{ user_id: other.user_id, entries: point }]])

    const recorded = await rowsOf<{ id: string; email: string; outcome: string }>(
      `select id, email, outcome from auth.mails where kind = 'notifications' and id <> all ($1)`,
      known,
    )
    expect([point, recorded.map(({ email }) => email).toSorted()]).toEqual([
      point,
      [me.email, me.email, other.email].toSorted(),
    ])
    expect(recorded.filter(({ outcome }) => outcome !== 'sent')).toEqual([])
    expect([point, new Set(handed.map((mail) => mail.id))]).toEqual([point, new Set(recorded.map((mail) => mail.id))])
    expect(await rowsOf(`select from outbox where org_id = $1`, me.org_id)).toEqual([])
    if (!dying.diedHere()) break
  }
  // Each statement of notifying, queueing the summary, claiming, sending and recording.
  expect(deaths).toBeGreaterThanOrEqual(25)
})

test('kill -9 of the server during sales: each member is notified of each product that ran out exactly once', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const me = await signUp(installation.url, 'owner@example.com')
  const stranger = await signUp(installation.url, 'colleague@example.com')
  const { link } = await me.call(createInvitation, { role: 'staff' })
  await stranger.call(acceptInvitation, { secret: secretOf(link) })
  const other = stranger.in(me.org_id)
  const products: { id: string }[] = []
  for (let n = 0; n < 40; n++)
    products.push(
      await me.call(createProduct, { id: newId(), name: `Bolt ${n}`, sku: `B-${n}`, price: 1, stock_quantity: 1 }),
    )
  let sold = 0
  const selling = Promise.all(
    times(8, async (seller) => {
      for (let n = seller; n < products.length; n += 8) {
        await take(me, products[n]?.id ?? '')
        sold++
      }
    }),
  ).catch((error: unknown) => error)
  await vi.waitFor(() => expect(sold).toBeGreaterThan(10), { timeout: 180_000, interval: 1 })
  await server.end('SIGKILL')
  await selling
  expect(sold).toBeLessThan(products.length)

  await installation.start()
  const admin = await installation.connect()
  const waiting = async () => (await admin.query('select from outbox')).rowCount
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 180_000, interval: 50 })
  const { rows: out } = await admin.query<{ product_id: string }>(
    'select product_id from product_totals where on_hand = 0',
  )
  await admin.end()
  expect(out.length).toBeGreaterThanOrEqual(sold)
  for (const who of [me, other]) {
    const { items } = await who.call(listNotifications, { limit: 100 })
    const notified = items.filter(({ kind }) => kind === 'out_of_stock').map(({ address }) => address)
    expect(notified.toSorted()).toEqual(out.map(({ product_id }) => `/products/${product_id}`).toSorted())
  }
})
