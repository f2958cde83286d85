import { expect, onTestFinished, test } from 'vitest'
import { createWebhook } from '../../contract/webhooks.ts'
import { silentLog } from '../platform/log.ts'
import { testApp, testSecrets } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { createDeliverer, type Send } from './deliverer.ts'

// The app's own deliverer sends nothing: the one in each test does.
const app = await testApp()
await app.app.deliverer.close()

const soon = { timeout: 30_000 }

/**
 * A company whose receiver responds with `status`. Two events, each of a product of its own, were refused twenty
 * minutes ago and are due in an hour.
 */
async function afterTwentyMinutes() {
  const { me, product } = await stocked(app)
  const { id } = await me.call(createWebhook, { name: 'Shop', url: 'http://shop.example/', nouns: ['product'] })
  const receiver = { status: 500, accepted: 0 }
  const send: Send = () => {
    if (receiver.status === 200) receiver.accepted += 1
    return Promise.resolve({ status: receiver.status, failure: null })
  }
  const services = { db: app.db, secrets: testSecrets, siteUrl: 'http://localhost', log: silentLog, send }
  const deliverer = createDeliverer({ ...services, outbox: app.app.outbox }, { onNumbered: () => () => {} })
  onTestFinished(() => deliverer.close())
  const happen = async () => {
    await product(0)
    await app.app.sequencer.drain()
    deliverer.poke()
  }
  const refused = () => deliveries('first_failed_at is not null and delivered_at is null')
  const deliveries = async (condition: string) => {
    const query = `select count(*)::int as count from webhook_deliveries where endpoint_id = $1 and ${condition}`
    return (await app.admin.query<{ count: number }>(query, [id])).rows[0]?.count
  }
  await happen()
  await happen()
  await expect.poll(refused, soon).toBe(2)
  const later = `first_failed_at = now() - interval '20 minutes', due_at = now() + interval '1 hour'`
  await app.admin.query(`update webhook_deliveries set ${later} where endpoint_id = $1`, [id])
  const acceptedBefore = (interval: string) =>
    app.admin.query(
      `insert into webhook_deliveries (org_id, endpoint_id, number, type, lanes, attempts, delivered_at)
       select org_id, id, 1000000, 'product.changed', '{}', 1, now() - $2::interval from webhook_endpoints where id = $1`,
      [id, interval],
    )
  const postpone = (interval: string) =>
    app.admin.query(
      `update webhook_deliveries set due_at = now() + $2::interval where endpoint_id = $1 and delivered_at is null`,
      [id, interval],
    )
  return { receiver, happen, refused, acceptedBefore, postpone, poke: deliverer.poke }
}

test('after an outage, the first event that is accepted brings everything that was refused', async () => {
  const { receiver, happen, refused, acceptedBefore } = await afterTwentyMinutes()
  await acceptedBefore('30 minutes')
  receiver.status = 200
  await happen()
  await expect.poll(() => receiver.accepted, soon).toBe(3)
  await expect.poll(refused, soon).toBe(0)
})

test('while other events are accepted, refused ones keep their pause', async () => {
  const { receiver, happen, refused, acceptedBefore } = await afterTwentyMinutes()
  await acceptedBefore('1 minute')
  receiver.status = 200
  await happen()
  await happen()
  await expect.poll(() => receiver.accepted, soon).toBe(2)
  expect(await refused()).toBe(2)
})

test('what was refused while the clock was ahead does not wait until the clock gets there', async () => {
  const { receiver, refused, postpone, poke } = await afterTwentyMinutes()
  receiver.status = 200
  await postpone('40 days')
  poke()
  await expect.poll(refused, soon).toBe(0)
})
