import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { feedNouns } from '../../contract/feed.ts'
import { listNotifications } from '../../contract/notifications.ts'
import {
  createWebhook,
  listWebhooks,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
} from '../../contract/webhooks.ts'
import { elsewhere, internet, testRules } from '../platform/outside/testing.ts'
import { loadSecrets, webhookSecretContext } from '../platform/secret-key.ts'
import { createSecrets } from '../platform/secrets.ts'
import { type Client, testApp, testSecrets } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { openSecrets } from './open-secret.ts'

const app = await testApp({ outside: testRules({ 'receiver.example': [[internet]] }) })

/** A company with a webhook, and the signatures of what it received. */
async function hooked() {
  const { me, product } = await stocked(app)
  const signed: string[] = []
  const port = await elsewhere((request, response) => {
    signed.push(String(request.headers['webhook-signature']))
    request.resume().on('end', () => response.end())
  })
  await app.app.sequencer.drain()
  const url = `http://receiver.example:${port}/hook`
  const { id } = await me.call(createWebhook, { name: 'Shop', url, nouns: [...feedNouns] })
  const happen = async () => {
    await product(1)
    await app.app.sequencer.drain()
    await app.app.deliverer.drain()
  }
  return { me, id, signed, happen }
}

const only = async (me: Client) => (await me.call(listWebhooks, {})).items[0] as Webhook

async function storedSecrets(endpoint_id: string) {
  const { rows } = await app.admin.query<{ org_id: string; secret: string; previous_secret: string | null }>(
    'select org_id, secret, previous_secret from webhook_endpoints where id = $1',
    [endpoint_id],
  )
  return { endpoint_id, ...rows[0]! }
}

test('a rotated secret key opens the secrets of webhooks', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'onhand-key-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const [old, next] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
  const { me, id } = await hooked()
  const { secret: newest } = await me.call(rotateWebhookSecret, { id })
  const before = openSecrets(testSecrets, await storedSecrets(id))
  expect(before).toEqual([newest, expect.any(String)])
  const trail = async () => (await app.admin.query('select count(*)::int as rows from audit_trail')).rows[0].rows
  const trailBefore = await trail()

  await loadSecrets(app.db, old, dataDir)
  await loadSecrets(app.db, `${next},${old}`, dataDir)
  const rotated = await loadSecrets(app.db, next, dataDir)

  expect(openSecrets(rotated, await storedSecrets(id))).toEqual(before)
  expect(openSecrets(testSecrets, await storedSecrets(id))).toEqual([])
  expect(await trail()).toBe(trailBefore)
  await loadSecrets(app.db, `${old},${next}`, dataDir)
})

test('a webhook whose secret was lost is turned off, says so, and sends everything after a new secret was created', async () => {
  const { me, id, signed, happen } = await hooked()
  const lost = createSecrets([new Uint8Array(32).fill(9)]).seal('x', webhookSecretContext(me.org_id, id))
  await app.admin.query('update webhook_endpoints set secret = $2 where id = $1', [id, lost])

  await happen()

  expect(await only(me)).toMatchObject({ state: 'off', switched_off_because: 'secret_lost' })
  await app.app.outbox.drain()
  expect((await me.call(listNotifications, {})).items[0]).toMatchObject({
    title: 'Webhook Shop was turned off',
    body: expect.stringContaining('rotate the secret'),
  })
  const refusal = { status: 409, code: 'wrong_status', message: expect.stringContaining('Rotate the secret') }
  expect(await me.refused(resumeWebhook, { id })).toMatchObject(refusal)
  expect(await me.refused(testWebhook, { id })).toMatchObject(refusal)
  expect(signed).toEqual([])

  expect(await me.call(rotateWebhookSecret, { id })).toMatchObject({ state: 'active', previous_secret_until: null })
  await app.app.deliverer.drain()

  await expect.poll(() => signed.length, { timeout: 30_000 }).toBeGreaterThan(0)
  // One secret signs: the lost one can't.
  expect(signed[0]?.split(' ')).toHaveLength(1)
})
