import { statfsSync } from 'node:fs'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createProduct, readProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createWebhook, updateWebhook } from '../../contract/webhooks.ts'
import { openDatabase } from '../platform/db.ts'
import { silentLog } from '../platform/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { sharedApp, testApp } from '../testing/app.ts'
import { metricsToken, scrape } from '../testing/metrics.ts'
import { send } from '../testing/send.ts'
import { stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'
import { measureRequests } from './request-metrics.ts'

let isDatabaseLost = false
const app = await testApp({
  metricsToken,
  // What waits must stay while the tests count it.
  outgoing: false,
  database: (db) => ({
    ...db,
    transaction: (...how) => (isDatabaseLost ? Promise.reject(new Refusal('unavailable')) : db.transaction(...how)),
  }),
})

test('a server without METRICS_TOKEN has no such address', async () => {
  const { url } = await sharedApp()
  const { status, text } = await send(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  expect([status, text]).toEqual([404, expect.stringContaining('"not_found"')])
})

test('without the token, or with another one, nothing is shown', async () => {
  const { access_token } = await app.signUp()
  for (const token of [undefined, '', `${metricsToken}x`, metricsToken.slice(0, -1), access_token]) {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const { status, text } = await send(`${app.url}/metrics`, { headers })
    expect([token, status, text]).toEqual([token, 401, expect.stringContaining('METRICS_TOKEN')])
  }
})

test('requests are counted and timed by the pattern of their route and the class of their status', async () => {
  const me = await app.signUp()
  const created = await me.call(createProduct, { name: 'Bolt', sku: 'BOLT', price: 1 })
  const route = 'method="GET",route="/api/v1/products/:id"'
  const before = await scrape(app)
  await me.call(readProduct, { id: created.id })
  await me.call(readProduct, { id: created.id })
  await me.refused(readProduct, { id: crypto.randomUUID() })
  await send(`${app.url}/nothing-here`)
  const after = await scrape(app)
  const grown = (name: string) => (after.value(name) ?? 0) - (before.value(name) ?? 0)
  expect(grown(`onhand_http_requests_total{${route},status="2xx"}`)).toBe(2)
  expect(grown(`onhand_http_requests_total{${route},status="4xx"}`)).toBe(1)
  expect(grown(`onhand_http_request_seconds_count{${route}}`)).toBe(3)
  expect(grown(`onhand_http_request_seconds_sum{${route}}`)).toBeGreaterThan(0)
  expect(grown('onhand_http_requests_total{method="GET",route="none",status="4xx"}')).toBe(1)
})

test('event streams are not measured, the files of a build share one route, and faults have a counter of their own', async () => {
  const registry = new Registry()
  const http = fastify()
  measureRequests(http, registry)
  http.get('/api/v1/events', async () => 'stream')
  http.get('/assets/first-1a2b.js', async () => 'script')
  http.get('/fails', async () => Promise.reject(new Error('a fault')))
  http.get('/full', (_request, reply) => reply.code(507).send())
  for (const url of ['/api/v1/events', '/assets/first-1a2b.js', '/fails', '/full']) await http.inject({ url })
  const text = await registry.metrics()
  expect(text).not.toContain('/api/v1/events')
  expect(text).not.toContain('first-1a2b')
  expect(text).toContain('onhand_http_requests_total{method="GET",route="/assets/*",status="2xx"} 1')
  expect(text).toContain('onhand_http_faults_total 1')
  expect(text).toContain('onhand_http_storage_full_total 1')
})

test('the disk of the data folder shows how much of it is free', async () => {
  const { value } = await scrape(app)
  const { bavail, blocks, bsize } = statfsSync(app.filesDir)
  expect(value('onhand_data_disk_size_bytes')).toBe(blocks * bsize)
  // Others use the same disk meanwhile.
  const free = (value('onhand_data_disk_free_bytes') ?? 0) / (bavail * bsize)
  expect([free > 0.5, free < 2]).toEqual([true, true])
})

test('no organization, person or record is named', async () => {
  const { me, product } = await stocked(app)
  const { id, sku } = await product(3)
  const { text } = await scrape(app)
  expect(text).toContain('route="/api/v1/products"')
  for (const name of [me.org_id, me.user_id, me.email, id, `"${sku}"`]) expect(text).not.toContain(name)
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/i)
})

test('commands that run in groups are counted, with the groups', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(0)
  const before = await scrape(app)
  const counts = app.app.groups?.counts()
  await Promise.all(
    times(20, () => me.call(createTransaction, { product_id, location_id: main, type: 'adjustment', quantity: 1 })),
  )
  const after = await scrape(app)
  const grown = (name: string) => (after.value(name) ?? 0) - (before.value(name) ?? 0)
  expect(grown('onhand_group_commands_total')).toBe(20)
  expect(grown('onhand_groups_total')).toBe((app.app.groups?.counts().groups ?? 0) - (counts?.groups ?? 0))
  expect(grown('onhand_groups_total')).toBeGreaterThan(0)
  expect(grown('onhand_group_members_total')).toBeGreaterThan(grown('onhand_groups_total'))
  expect(grown('onhand_group_wait_seconds_total')).toBeGreaterThan(0)
  const fallbacks = (app.app.groups?.counts().fallbacks ?? 0) - (counts?.fallbacks ?? 0)
  expect(grown('onhand_group_fallbacks_total')).toBe(fallbacks)
})

test('each queue shows how much waits in it, and for how long the oldest has', async () => {
  const { me, product } = await stocked(app)
  await product(1)
  const webhook = await me.call(createWebhook, { name: 'Shop', url: 'https://receiver.example/', nouns: ['product'] })
  await app.app.sequencer.drain()
  await app.app.outbox.drain()
  const before = await scrape(app)
  const { org_id, user_id } = me
  await app.admin.query(`begin; set local session_replication_role = replica;
    insert into outbox (org_id, kind, payload, created_at)
      values ('${org_id}', 'unknown', '{}', now() - interval '100 s'), ('${org_id}', 'unknown', '{}', now());
    insert into auth.mails (id, kind, email, user_id, requested_at)
      values (gen_random_uuid(), 'notice', 'a@b.example', '${user_id}', now() - interval '200 s');
    insert into auth.push_messages (session_id, id, org_id, user_id, payload, created_at)
      values (gen_random_uuid(), gen_random_uuid(), '${org_id}', '${user_id}', '{}', now() - interval '300 s');
    update feed_batches set numbered_at = now() - interval '400 s' where org_id = '${org_id}';
    insert into webhook_deliveries (org_id, endpoint_id, number, type, lanes)
      values ('${org_id}', '${webhook.id}', 1, 'product.created', '{}');
    commit`)
  const waiting = ['outbox', 'mails', 'push', 'webhooks'] as const
  const after = await scrape(app)
  const more = (queue: string) =>
    (after.value(`onhand_backlog{queue="${queue}"}`) ?? 0) - (before.value(`onhand_backlog{queue="${queue}"}`) ?? 0)
  expect(waiting.map(more)).toEqual([2, 1, 1, 1])
  const ages = waiting.map((queue) => after.value(`onhand_backlog_oldest_seconds{queue="${queue}"}`) ?? 0)
  for (const [n, age] of ages.entries()) expect(age).toBeGreaterThanOrEqual(100 * (n + 1))

  const { id, version, name, url, nouns } = webhook
  await me.call(updateWebhook, { id, version, name, url, nouns, is_paused: true })
  await app.admin.query(`delete from outbox; delete from auth.mails; delete from auth.push_messages`)
  const empty = await scrape(app)
  expect(waiting.map((queue) => empty.value(`onhand_backlog{queue="${queue}"}`))).toEqual([0, 0, 0, 0])
  expect(waiting.map((queue) => empty.value(`onhand_backlog_oldest_seconds{queue="${queue}"}`))).toEqual([0, 0, 0, 0])
})

test('ledger checks show when the newest and the oldest ended, and what they found', async () => {
  await app.admin.query('delete from ledger_checks')
  const none = await scrape(app)
  expect(none.value('onhand_ledger_check_newest_timestamp_seconds')).toBeUndefined()
  expect(none.value('onhand_ledger_organizations_broken')).toBe(0)
  const [one, other] = [await app.signUp(), await app.signUp()]
  const broken = JSON.stringify([
    { rule: 'a', rows: 3 },
    { rule: 'b', rows: 1 },
  ])
  await app.admin.query(`insert into ledger_checks values
    ('${one.org_id}', to_timestamp(1700000000), '${broken}', '{}'),
    ('${other.org_id}', to_timestamp(1700000500), '[]', '{c}')`)
  const { value } = await scrape(app)
  expect(value('onhand_ledger_check_newest_timestamp_seconds')).toBe(1_700_000_500)
  expect(value('onhand_ledger_check_oldest_timestamp_seconds')).toBe(1_700_000_000)
  expect(value('onhand_ledger_organizations_broken')).toBe(1)
  expect(value('onhand_ledger_rules_broken')).toBe(2)
  expect(value('onhand_ledger_rules_unfinished')).toBe(1)
})

test('while the database does not answer, its figures are missing instead of old, and the others are shown', async () => {
  expect((await scrape(app)).value('onhand_backlog{queue="outbox"}')).toBe(0)
  isDatabaseLost = true
  onTestFinished(() => void (isDatabaseLost = false))
  const lost = await scrape(app)
  expect(lost.value('onhand_database_up')).toBe(0)
  expect(lost.value('onhand_backlog{queue="outbox"}')).toBeUndefined()
  expect(lost.value('onhand_ledger_organizations_broken')).toBeUndefined()
  expect(lost.value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(lost.value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  isDatabaseLost = false
  const found = await scrape(app)
  expect(found.value('onhand_database_up')).toBe(1)
  expect(found.value('onhand_backlog{queue="outbox"}')).toBe(0)
})

test('the database counts connections in use, transactions that wait for one, and those that waited too long', async () => {
  const db = openDatabase(app.connection, silentLog, { maxConnections: 1 })
  expect(db.load()).toEqual({ open: 0, inUse: 0, waiting: 0, refused: 0, waitedSeconds: 0 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = db.transaction(null, () => held)
  onTestFinished(async () => {
    release()
    await db.close()
  })
  const late = db.transaction(null, async () => {}).catch((error: unknown) => error)
  await expect.poll(() => db.load(), { timeout: 10_000 }).toMatchObject({ open: 1, inUse: 1, waiting: 1, refused: 0 })
  expect(await late).toMatchObject({ code: 'busy' })
  expect(db.load()).toMatchObject({ inUse: 1, waiting: 0, refused: 1 })
  expect(db.load().waitedSeconds).toBeGreaterThan(1)
  release()
  await first
  expect(db.load()).toMatchObject({ inUse: 0, waiting: 0, refused: 1 })
})

test('the server shows how busy its connections are', async () => {
  const { value } = await scrape(app)
  expect(value('onhand_database_connections_open')).toBeGreaterThan(0)
  expect(value('onhand_database_connections_in_use')).toBeGreaterThanOrEqual(0)
  expect(value('onhand_database_transactions_waiting')).toBe(0)
  expect(value('onhand_database_transactions_refused_total')).toBe(app.db.load().refused)
})
