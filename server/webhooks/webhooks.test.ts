import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { cloudEvents } from '../../contract/cloud-events.ts'
import { feedNouns, readFeed } from '../../contract/feed.ts'
import { limits } from '../../contract/limits.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { createTransaction } from '../../contract/transactions.ts'
import {
  createWebhook,
  listWebhookAttempts,
  listWebhooks,
  redeliverWebhook,
  removeWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '../../contract/webhooks.ts'
import { elsewhere, internet, testRules } from '../platform/outside/testing.ts'
import { testApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { stocked } from '../testing/stocked.ts'
import { pauseSeconds } from './retries.ts'

// A name that resolves to this machine the second time, and one that always does.
const app = await testApp({
  outside: testRules({
    'receiver.example': [[internet]],
    'inside.example': [['127.0.0.1']],
    'flips.example': [[internet], ['127.0.0.1']],
  }),
})

type Received = { path: string; headers: Record<string, string | string[] | undefined>; body: string }

/** A receiver that responds with the given statuses, then with 200. */
async function receiver(...statuses: number[]) {
  const received: Received[] = []
  const port = await elsewhere((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      const status = statuses.shift() ?? 200
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/inside' } : {}).end()
    })
  })
  return { url: `http://receiver.example:${port}/hook`, received, port }
}

/** An organization with a product and a webhook for everything. */
async function hooked(...statuses: number[]) {
  const s = await stocked(app)
  const { id: product_id } = await s.product(5)
  await app.app.sequencer.drain()
  const { url, received, port } = await receiver(...statuses)
  const { secret, ...webhook } = await s.me.call(createWebhook, { name: 'Shop', url, nouns: [...feedNouns] })
  const sell = async () => {
    const entry = { product_id, location_id: s.main, type: 'out' as const, quantity: 1 }
    await s.me.call(createTransaction, { ...entry, reason_code: 'customer_order' })
    await app.app.sequencer.drain()
  }
  const webhookNow = async () =>
    (await s.me.call(listWebhooks, {})).items.find(({ id }) => id === webhook.id) as Webhook
  return { ...s, product_id, received, port, url, webhook, secret: secret ?? '', sell, webhookNow }
}

/** A busy machine takes longer. */
const soon = { timeout: 30_000 }

/** Makes everything waiting due now. */
const makeDue = () => app.admin.query('update webhook_deliveries set due_at = now() where delivered_at is null')

/** A failed delivery waits until the test makes it due, however slow the machine is. */
async function holdRetries(): Promise<void> {
  await app.app.deliverer.drain()
  await app.admin.query(
    `update webhook_deliveries set due_at = now() + interval '1 hour' where attempts > 0 and delivered_at is null`,
  )
}

const idsOf = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id'])

function signature(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('an event arrives as a signed CloudEvent, once', async () => {
  const { me, received, secret, sell } = await hooked()
  await sell()
  await expect.poll(() => received.length, soon).toBe(1)
  const [request] = received as [Received]
  const { items } = await me.call(readFeed, { after: (await me.call(readFeed, {})).newest - 1 })
  const event = JSON.parse(request.body) as Record<string, unknown>
  expect(event).toMatchObject({
    specversion: '1.0',
    id: items[0]?.id,
    type: 'onhand.stock.posted',
    source: `http://localhost/organizations/${me.org_id}`,
    subject: items[0]?.object_id,
    sequence: String(items[0]?.number),
    data: { movements: [{ quantity: 1, from: { account: 'available', balance: 4 } }] },
  })
  expect(cloudEvents.get('stock.posted')?.parse(event)).toEqual(event)
  expect(request.headers).toMatchObject({
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'webhook-id': event['id'],
  })
  expect(Math.abs(Number(request.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(request.headers['webhook-signature']).toBe(signature(secret, request))
  await app.app.deliverer.drain()
  expect(received).toHaveLength(1)
})

test('after a rotation requests are signed with both secrets, and with the new one only a day later', async () => {
  const { me, received, webhook, secret, sell } = await hooked()
  const { secret: next, previous_secret_until } = await me.call(rotateWebhookSecret, { id: webhook.id })
  expect(Date.parse(previous_secret_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  await sell()
  await expect.poll(() => received.length, soon).toBe(1)
  const [both] = received as [Received]
  expect(both.headers['webhook-signature']).toBe(`${signature(next ?? '', both)} ${signature(secret, both)}`)
  await app.admin.query('update webhook_endpoints set previous_secret_until = now() where id = $1', [webhook.id])
  await sell()
  await expect.poll(() => received.length, soon).toBe(2)
  expect(received[1]?.headers['webhook-signature']).toBe(signature(next ?? '', received[1] as Received))
})

test("secrets are shown once and aren't stored in the database", async () => {
  const { me, webhook, secret } = await hooked()
  const { secret: next } = await me.call(rotateWebhookSecret, { id: webhook.id })
  const { rows } = await app.admin.query<{ everything: string }>(
    `select concat(
      (select string_agg(e::text, '') from webhook_endpoints e where org_id = $1),
      (select string_agg(a::text, '') from audit_trail a where org_id = $1),
      (select string_agg(r::text, '') from command_results r where org_id = $1)) as everything`,
    [me.org_id],
  )
  for (const text of [secret, next ?? '']) {
    expect(text).toHaveLength(50)
    expect(rows[0]?.everything).not.toContain(text.slice(6))
  }
  expect(JSON.stringify(await me.call(listWebhooks, {}))).not.toContain('secret":"')
})

test("a refused event is sent again later with the same id; others about the same product wait, all others don't", async () => {
  const s = await hooked(500)
  await s.sell()
  await expect.poll(() => s.received.length, soon).toBe(1)
  await holdRetries()
  await s.sell()
  const nuts = await s.product(1)
  await app.app.sequencer.drain()
  // The new product's own two events pass; the second sale waits behind the first.
  await expect.poll(() => s.received.length, soon).toBe(3)
  await app.app.deliverer.drain()
  const bodies = s.received.map(({ body }) => JSON.parse(body) as { subject: string; sequence: string; type: string })
  expect(
    bodies
      .slice(1)
      .map(({ type }) => type)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['onhand.product.created', 'onhand.stock.posted'])
  expect(bodies.some(({ subject }) => subject === nuts.id)).toBe(true)
  expect(await s.webhookNow()).toMatchObject({ state: 'failing', waiting: 2 })
  await makeDue()
  await expect.poll(() => s.received.length, soon).toBe(5)
  const [first, , , repeated, second] =
    bodies.length >= 5 ? bodies : s.received.map(({ body }) => JSON.parse(body) as { sequence: string })
  expect(repeated?.sequence).toBe(first?.sequence)
  expect(Number(second?.sequence)).toBeGreaterThan(Number(first?.sequence))
  expect(idsOf(s.received)[3]).toBe(idsOf(s.received)[0])
  await expect.poll(async () => (await s.webhookNow()).state, soon).toBe('active')
})

test('events waiting behind a refused one, however many, hold up nothing else', async () => {
  const s = await hooked(500)
  await s.sell()
  await expect.poll(() => s.received.length, soon).toBe(1)
  await holdRetries()
  // As if the product had been sold three hundred times since: their deliveries wait behind the refused one.
  await app.admin.query(
    `insert into webhook_deliveries (org_id, endpoint_id, number, type, lanes)
     select d.org_id, d.endpoint_id, d.number + 1000000 + n, d.type, d.lanes
     from webhook_deliveries d, generate_series(1, $2::int) n
     where d.endpoint_id = $1 and d.delivered_at is null and d.attempts > 0`,
    [s.webhook.id, limits.webhookDeliveriesWaiting * 3],
  )
  await s.product(1)
  await app.app.sequencer.drain()
  await expect.poll(() => s.received.length, soon).toBe(3)
  const waiting = limits.webhookDeliveriesWaiting * 3 + 1
  await expect.poll(s.webhookNow, soon).toMatchObject({ state: 'failing', waiting })
})

test('an address that fails for five days is turned off; resuming sends what waits', async () => {
  const s = await hooked(500, 500, 500)
  await s.sell()
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect.poll(() => s.received.length, soon).toBe(attempt)
    await holdRetries()
    if (attempt === 2)
      await app.admin.query(
        `update webhook_deliveries set first_failed_at = now() - interval '121 hours' where endpoint_id = $1`,
        [s.webhook.id],
      )
    await makeDue()
  }
  await expect.poll(async () => (await s.webhookNow()).state, soon).toBe('off')
  expect(await s.webhookNow()).toMatchObject({ switched_off_because: 'failing', waiting: 1 })
  await s.sell()
  await app.app.deliverer.drain()
  expect(s.received).toHaveLength(3)
  await s.me.call(resumeWebhook, { id: s.webhook.id })
  await expect.poll(() => s.received.length, soon).toBe(5)
  expect(idsOf(s.received)[3]).toBe(idsOf(s.received)[0])
})

test('retry intervals grow to half a day, each extended by up to a tenth', () => {
  expect([1, 2, 3, 10, 50].map((attempts) => pauseSeconds(attempts, 0))).toEqual([5, 30, 120, 43_200, 43_200])
  expect(pauseSeconds(2, 1)).toBe(33)
})

test('a receiver that answers 410 is turned off immediately', async () => {
  const s = await hooked(410)
  await s.sell()
  await expect.poll(async () => (await s.webhookNow()).state, soon).toBe('off')
  expect(await s.webhookNow()).toMatchObject({ switched_off_because: 'gone' })
  await app.app.outbox.drain()
  const { items } = await s.me.call(listNotifications, {})
  expect(items).toMatchObject([
    { kind: 'webhook_off', title: 'Webhook Shop was turned off', address: '/settings/webhooks', is_read: false },
  ])
})

test('a paused webhook receives nothing until it is resumed, and then everything', async () => {
  const s = await hooked()
  const { name, url, nouns, version, id } = s.webhook
  const paused = await s.me.call(updateWebhook, { id, version, name, url, nouns, is_paused: true })
  expect(paused.state).toBe('paused')
  await s.sell()
  await s.sell()
  await app.app.deliverer.drain()
  expect(s.received).toEqual([])
  expect(await s.me.refused(updateWebhook, { id, version, name, url, nouns, is_paused: false })).toMatchObject({
    status: 409,
    code: 'conflict',
  })
  await s.me.call(updateWebhook, { id, version: paused.version, name, url, nouns, is_paused: false })
  await expect.poll(() => s.received.length, soon).toBe(2)
})

test('one event, or all after a number, are sent again with the ids they had', async () => {
  const s = await hooked()
  const start = (await s.me.call(readFeed, {})).newest
  for (let n = 0; n < 3; n++) await s.sell()
  await expect.poll(() => s.received.length, soon).toBe(3)
  await app.app.deliverer.drain()
  await s.me.call(redeliverWebhook, { id: s.webhook.id, number: start + 2 })
  await expect.poll(() => s.received.length, soon).toBe(4)
  await app.app.deliverer.drain()
  await s.me.call(resumeWebhook, { id: s.webhook.id, after: start + 1 })
  await expect.poll(() => s.received.length, soon).toBe(6)
  const ids = idsOf(s.received)
  expect(ids.slice(3)).toEqual([ids[1], ids[1], ids[2]])
  for (const number of [start + 4, 99_999])
    expect(await s.me.refused(redeliverWebhook, { id: s.webhook.id, number })).toMatchObject({
      status: 410,
      message: `There is no event ${number} yet. The newest is ${start + 3}.`,
    })
  expect(await s.me.refused(resumeWebhook, { id: s.webhook.id, after: start + 4 })).toMatchObject({ status: 410 })
})

test('a webhook receives only events of its nouns', async () => {
  const s = await hooked()
  const { name, url, version, id } = s.webhook
  await s.me.call(updateWebhook, { id, version, name, url, nouns: ['product'], is_paused: false })
  await s.sell()
  await s.product(3)
  await app.app.sequencer.drain()
  await expect.poll(() => s.received.length, soon).toBe(1)
  await app.app.deliverer.drain()
  expect(s.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['onhand.product.created'])
})

test('the log has the status and time of each attempt, tests included, and no bodies', async () => {
  const s = await hooked(500, 204)
  await s.sell()
  await expect.poll(() => s.received.length, soon).toBe(1)
  await holdRetries()
  const tested = await s.me.call(testWebhook, { id: s.webhook.id })
  expect(tested).toMatchObject({ status: 204, failure: null })
  expect(idsOf(s.received)[1]).toBe(tested.event_id)
  expect(cloudEvents.get('test')?.safeParse(JSON.parse(s.received[1]?.body ?? '')).success).toBe(true)
  const { items, next } = await s.me.call(listWebhookAttempts, { id: s.webhook.id })
  expect(items).toMatchObject([
    { number: null, type: 'test', status: 204 },
    { number: expect.any(Number), type: 'stock.posted', status: 500, milliseconds: expect.any(Number) },
  ])
  expect(next).toBe(null)
  const first = await s.me.call(listWebhookAttempts, { id: s.webhook.id, limit: 1 })
  const rest = await s.me.call(listWebhookAttempts, { id: s.webhook.id, cursor: first.next ?? '' })
  expect([...first.items, ...rest.items]).toEqual(items)
})

test("nothing is sent to internal addresses: redirects aren't followed, and names that lead here, or change, aren't contacted", async () => {
  let inside = 0
  const home = await elsewhere((_request, response) => {
    inside++
    response.end()
  }, '127.0.0.1')
  const s = await hooked(302)
  const sent = () => s.me.call(testWebhook, { id: s.webhook.id })
  expect(await sent()).toMatchObject({ status: 302 })
  const { name, nouns, id } = s.webhook
  let { version } = s.webhook
  for (const host of ['inside.example', 'nowhere.example']) {
    const url = `http://${host}:${home}/`
    ;({ version } = await s.me.call(updateWebhook, { id, version, name, nouns, url, is_paused: false }))
    expect(await sent()).toMatchObject({ status: null, failure: 'not_allowed' })
  }
  // Looked up once per request, and the connection goes to the checked address.
  await s.me.call(updateWebhook, { id, version, name, nouns, url: `http://flips.example:${s.port}/`, is_paused: false })
  expect([await sent(), await sent()]).toMatchObject([{ status: 200 }, { status: null, failure: 'not_allowed' }])
  expect(inside).toBe(0)
  for (const url of [
    'http://127.0.0.1:8080/',
    'http://[::1]/',
    'https://localhost/',
    'https://printer.local/',
    'https://db.internal/',
    'http://user:password@receiver.example/',
    'http://receiver.example:22/',
  ])
    expect(await s.me.refused(createWebhook, { name: 'Inside', url, nouns: ['stock'] })).toMatchObject({
      status: 422,
      fields: { url: expect.any(String) },
    })
  expect(
    await s.me.refused(createWebhook, { name: 'File', url: 'file:///etc/passwd', nouns: ['stock'] }),
  ).toMatchObject({
    status: 422,
  })
})

test('owners and admins manage webhooks; removing one removes its log', async () => {
  const s = await hooked()
  await s.me.call(testWebhook, { id: s.webhook.id })
  const admin = await colleague(app, s.me, 'admin')
  const [staff, stranger] = [await colleague(app, s.me, 'staff'), await app.signUp()]
  expect((await admin.call(listWebhooks, {})).items).toMatchObject([{ id: s.webhook.id }])
  expect(await staff.refused(listWebhooks, {})).toMatchObject({ status: 403 })
  expect(await stranger.refused(removeWebhook, { id: s.webhook.id })).toMatchObject({ status: 404 })
  await admin.call(removeWebhook, { id: s.webhook.id })
  expect((await s.me.call(listWebhooks, {})).items).toEqual([])
  const { rows } = await app.admin.query(
    `select action, coalesce(new_values, old_values) ? 'secret' as tells from audit_trail
     where org_id = $1 and table_name = 'webhook_endpoints' order by id`,
    [s.me.org_id],
  )
  expect(rows).toEqual([
    { action: 'INSERT', tells: false },
    { action: 'DELETE', tells: false },
  ])
})
