import { expect, onTestFinished, test } from 'vitest'
import { createWebhook, listWebhooks, updateWebhook } from '../../contract/webhooks.ts'
import { silentLog } from '../platform/log.ts'
import { testApp, testSecrets } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { createDeliverer, type Send } from './deliverer.ts'

// The app's own deliverer sends nothing: the one in each test does.
const app = await testApp()
await app.app.deliverer.close()

const soon = { timeout: 30_000 }
const before = 'http://old.example/'
const after = 'http://new.example/'

/** A company whose webhook sends as the test says, and an event for it. */
async function sending(send: Send) {
  const { me, product } = await stocked(app)
  const { id } = await me.call(createWebhook, { name: 'Shop', url: before, nouns: ['product'] })
  const services = { db: app.db, secrets: testSecrets, siteUrl: 'http://localhost', log: silentLog, send }
  const deliverer = createDeliverer({ ...services, outbox: app.app.outbox }, { onNumbered: () => () => {} })
  onTestFinished(() => deliverer.close())
  await product(0)
  await app.app.sequencer.drain()
  deliverer.poke()
  const webhook = async () => (await me.call(listWebhooks, {})).items[0] ?? expect.fail('the webhook is missing')
  const move = async () => {
    const { name, nouns, version } = await webhook()
    await me.call(updateWebhook, { id, version, name, nouns, url: after, is_paused: false })
  }
  return { id, webhook, move, deliverer }
}

test('a late 410 of the previous address leaves the webhook on', async () => {
  const asked = Promise.withResolvers<void>()
  const moved = Promise.withResolvers<void>()
  const s = await sending(async (url) => {
    if (url === after) return { status: 200, failure: null }
    asked.resolve()
    await moved.promise
    return { status: 410, failure: null }
  })
  await asked.promise
  await s.move()
  moved.resolve()
  await s.deliverer.drain()
  expect(await s.webhook()).toMatchObject({ url: after, switched_off_because: null })
})

test('a new address gets what waits immediately, and days of failures of the previous one don’t count', async () => {
  const statuses = [503]
  const urls: string[] = []
  const s = await sending((url) => {
    urls.push(url)
    return Promise.resolve({ status: url === before ? 500 : (statuses.shift() ?? 200), failure: null })
  })
  await expect.poll(() => urls, soon).toEqual([before])
  await s.deliverer.drain()
  await app.admin.query(
    `update webhook_deliveries set first_failed_at = now() - interval '6 days', due_at = now() + interval '1 hour'
     where endpoint_id = $1`,
    [s.id],
  )
  await s.move()
  s.deliverer.poke()
  await expect.poll(() => urls, soon).toEqual([before, after])
  await s.deliverer.drain()
  expect(await s.webhook()).toMatchObject({ state: 'failing', switched_off_because: null })
})
