import { expect, test } from 'vitest'
import { createComment, deleteComment, updateComment } from '../../contract/comments.ts'
import { listNotifications, saveNotificationPreferences } from '../../contract/notifications.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { diskStorage } from '../files/storage.ts'
import { outboxHandlers } from '../outbox-handlers.ts'
import { silentLog } from '../platform/log.ts'
import { createOutbox } from '../platform/outbox.ts'
import { testApp, type Client } from '../testing/app.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { selling } from '../testing/selling.ts'
import { whenOver } from '../testing/when-over.ts'
import { sendDigests } from './send-digests.ts'

const app = await testApp()
await app.app.outbox.close()
// Emails are queued for a mail server that receives none here: the test inspects the queue.
const outbox = createOutbox(app.db, outboxHandlers(diskStorage(app.filesDir), { canMail: true }), () => {}, silentLog)
whenOver(() => outbox.close())

const notificationsOf = async (who: Client) => {
  await outbox.drain()
  return who.call(listNotifications, { limit: 100 })
}

const waiting = async ({ user_id }: Client): Promise<string> => {
  const { rows } = await app.admin.query<{ text: string | null }>(
    `select string_agg(details::text, '') as text from auth.mails where user_id = $1 and kind = 'notifications' and due_at is not null`,
    [user_id],
  )
  return rows[0]?.text ?? ''
}

/** A member at Main Warehouse is mentioned on an order there, and notified of low stock there. */
async function mentioned() {
  const s = await selling(app)
  const vera = await limitedMember(app, s.me, [s.main], 'staff')
  const one = await s.product(9)
  await s.me.call(setLocationStock, { product_id: one.id, location_id: s.main, min_stock_level: 8 })
  const out = { product_id: one.id, type: 'out' as const, quantity: 3, reason_code: 'customer_order' as const }
  await s.me.call(createTransaction, { ...out, location_id: s.main })
  const sale = await s.order([[one.id, 1]], { location_id: s.main })
  const record = { record_type: 'sales_order', record_id: sale.id } as const
  const comment = await s.me.call(createComment, { ...record, body: `<@${vera.user_id}> SECRETCOMMENT margin is 43%` })
  return { ...s, vera, comment }
}

test("after a member's locations change, no notification, count, summary or email shows what they can't see anymore", async () => {
  const { me, vera, main, shop } = await mentioned()
  await vera.call(saveNotificationPreferences, { choices: [], digest_hour: 0 })
  const before = await notificationsOf(vera)
  const texts = JSON.stringify(before.items)
  expect(texts).toContain('SECRETCOMMENT')
  expect(texts).toContain('Low stock at Main Warehouse')
  expect(await waiting(vera)).toContain('SECRETCOMMENT')

  await changeLocations(app, vera, [shop])
  expect(await notificationsOf(vera)).toMatchObject({ items: [], unread: 0 })
  expect(await waiting(vera)).toBe('')
  await sendDigests(app.db)
  expect(await waiting(vera)).toBe('')

  await changeLocations(app, vera, [main])
  expect(JSON.stringify((await notificationsOf(vera)).items)).toContain('SECRETCOMMENT')
  expect((await notificationsOf(me)).unread).toBeGreaterThan(0)
})

test('notifications of an edited comment get its new text, and those of a deleted one are removed, also from waiting emails', async () => {
  const { me, vera, comment } = await mentioned()
  await notificationsOf(vera)
  const { id, version } = comment
  await me.call(updateComment, { id, version, body: `<@${vera.user_id}> ask me about the margin` })
  expect(JSON.stringify((await notificationsOf(vera)).items)).not.toContain('SECRETCOMMENT')
  expect(JSON.stringify((await notificationsOf(vera)).items)).toContain('ask me about the margin')
  expect(await waiting(vera)).toContain('ask me about the margin')
  expect(await waiting(vera)).not.toContain('SECRETCOMMENT')
  await me.call(deleteComment, { id })
  expect((await notificationsOf(vera)).items.map(({ kind }) => kind)).not.toContain('mention')
  expect(await waiting(vera)).not.toContain('ask me about the margin')
})

test('no one is notified of a comment that was deleted first', async () => {
  const { me, vera, comment } = await mentioned()
  await me.call(deleteComment, { id: comment.id })
  expect((await notificationsOf(vera)).items.map(({ kind }) => kind)).not.toContain('mention')
})
