import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { endSession } from '../../contract/account.ts'
import { removeMember } from '../../contract/members.ts'
import { readPush, subscribePush, testPush, unsubscribePush } from '../../contract/push.ts'
import { newId } from '../platform/ids.ts'
import { type Client, testApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { signedIn } from '../testing/identity.ts'
import { payloadBytesMax } from './encrypt-push.ts'
import { queuePushes } from './queue-push.ts'
import { browserAt, pushService } from './testing.ts'

const app = await testApp()

/** Queues a message as a command does, in its own transaction. */
async function tell(who: Client, message: { id?: string; title?: string; body?: string } = {}): Promise<string> {
  const id = message.id ?? newId()
  const whole = { id, title: 'Low stock: Chai', body: '9 on hand', url: '/products/1', ...message }
  await app.db.transaction({ org_id: who.org_id, user_id: null }, (tx) =>
    queuePushes(tx, who.org_id, [{ user_id: who.user_id, message: { ...whole, id } }]),
  )
  return id
}

/** Makes waiting messages due now, as if the pause after a failure were over. */
const pauseIsOver = () => app.admin.query(`update auth.push_subscriptions set busy_until = '-infinity'`)

const subscriptions = async (user_id: string) =>
  (await app.admin.query('select session_id from auth.push_subscriptions where user_id = $1', [user_id])).rowCount

async function subscribed(status?: Parameters<typeof pushService>[0]) {
  const service = await pushService(status)
  const me = await app.signUp()
  const browser = browserAt(service.origin)
  await me.call(subscribePush, browser.subscription)
  return { me, service, browser }
}

test("a message arrives encrypted, signed with the instance's key, and decrypts to what was written", async () => {
  const { me, service, browser } = await subscribed()
  const { public_key, subscribed: isOn } = await me.call(readPush, {})
  expect(isOn).toBe(true)
  const id = await tell(me)
  await app.app.push.drain()
  expect(service.got).toHaveLength(1)
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] = service.got
  expect(path).toBe(browser.path)
  expect(body.includes('Chai')).toBe(false)
  expect(browser.read(body)).toEqual({
    id,
    title: 'Low stock: Chai',
    body: '9 on hand',
    url: '/products/1',
    org_id: me.org_id,
  })
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    topic: id.replaceAll('-', ''),
    ttl: '86400',
  })
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers['authorization'] ?? '') ?? []
  expect(key).toBe(public_key)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  expect([aud, sub]).toEqual([service.origin, expect.stringMatching(/^(mailto|https):/)])
  expect(Number(exp) - Date.now() / 1_000).toBeLessThan(86_400)
})

test('a message is recorded once per browser, even if recorded again, and is removed once it is delivered', async () => {
  const { me, service } = await subscribed()
  const id = await tell(me)
  await tell(me, { id })
  await app.app.push.drain()
  expect(service.got).toHaveLength(1)
  const { rows } = await app.admin.query('select id from auth.push_messages where user_id = $1', [me.user_id])
  expect(rows).toEqual([])
})

test('an unconfirmed message is sent again with the same id and topic, and later ones wait for it', async () => {
  const answers = [503, 201, 201]
  const { me, service, browser } = await subscribed(() => answers.shift() ?? 201)
  const [one, two] = [await tell(me, { body: 'one' }), await tell(me, { body: 'two' })]
  await app.app.push.drain()
  expect(service.got).toHaveLength(1)
  await pauseIsOver()
  await app.app.push.drain()
  expect(service.got.map(({ body }) => browser.read(body)['id'])).toEqual([one, one, two])
  expect(new Set(service.got.slice(0, 2).map(({ headers }) => headers['topic']))).toHaveLength(1)
})

test('a server that dies after sending but before recording it sends again; no other server does so before the claim expires', async () => {
  const { me, service } = await subscribed()
  await tell(me)
  // Another process has claimed the browser, and died.
  await app.admin.query(
    `update auth.push_subscriptions set busy_until = now() + interval '15 seconds' where user_id = $1`,
    [me.user_id],
  )
  await app.app.push.drain()
  expect(service.got).toHaveLength(0)
  await pauseIsOver()
  await app.app.push.drain()
  expect(service.got).toHaveLength(1)
})

test("a message for a browser that is offline for a day is dropped, and a push service's retry time is respected", async () => {
  const { me, service } = await subscribed(() => 429)
  await tell(me)
  await app.app.push.drain()
  const { rows } = await app.admin.query(
    `select busy_until > now() + interval '10 minutes' as waits from auth.push_subscriptions where user_id = $1`,
    [me.user_id],
  )
  expect(rows).toEqual([{ waits: true }])
  expect(service.got).toHaveLength(1)
  await app.admin.query(`update auth.push_messages set created_at = now() - interval '25 hours' where user_id = $1`, [
    me.user_id,
  ])
  await pauseIsOver()
  await app.app.push.drain()
  expect(service.got).toHaveLength(1)
  expect(await subscriptions(me.user_id)).toBe(1)
})

for (const status of [404, 410])
  test(`a browser is removed if its push service answers ${status} for it`, async () => {
    const { me } = await subscribed(() => status)
    await tell(me)
    await app.app.push.drain()
    expect(await subscriptions(me.user_id)).toBe(0)
    expect((await me.call(readPush, {})).subscribed).toBe(false)
  })

test('a browser that subscribes again while its old address is answering stays subscribed, and gets the message', async () => {
  const service = await pushService()
  const me = await app.signUp()
  const after = browserAt(service.origin)
  const old = await pushService(async () => {
    await me.call(subscribePush, after.subscription)
    return 410
  })
  await me.call(subscribePush, browserAt(old.origin).subscription)
  const id = await tell(me)
  await app.app.push.drain()
  expect(await subscriptions(me.user_id)).toBe(1)
  expect(service.got.map(({ body }) => after.read(body)['id'])).toEqual([id])
})

test('a message that the push service refuses is dropped, and the next one is sent', async () => {
  const answers = [400, 201]
  const { me, service } = await subscribed(() => answers.shift() ?? 201)
  await tell(me)
  await tell(me)
  await app.app.push.drain()
  expect(service.got).toHaveLength(2)
  expect(await subscriptions(me.user_id)).toBe(1)
})

test('signing out, ending the session elsewhere, and turning notifications off end a subscription', async () => {
  const service = await pushService()
  const me = await app.signUp()
  for (const end of ['sign out', 'ended elsewhere', 'turned off'] as const) {
    const other = await signedIn(app.url, me.email)
    const authorization = { authorization: `Bearer ${other.session.access_token}` }
    const { subscription } = browserAt(service.origin)
    const put = await fetch(`${app.url}/api/v1/push-subscription`, {
      method: 'PUT',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(subscription),
    })
    expect(put.status).toBe(200)
    expect(await subscriptions(me.user_id), end).toBe(1)
    if (end === 'sign out') await other.tab.signOut({ scope: 'local' })
    else if (end === 'turned off')
      await fetch(`${app.url}/api/v1/push-subscription`, { method: 'DELETE', headers: authorization })
    else {
      const { rows } = await app.admin.query<{ session_id: string }>(
        'select session_id from auth.push_subscriptions where user_id = $1',
        [me.user_id],
      )
      await me.call(endSession, { session_id: rows[0]?.session_id ?? '' })
    }
    expect(await subscriptions(me.user_id), end).toBe(0)
  }
  await tell(me)
  await app.app.push.drain()
  expect(service.got).toEqual([])
})

test('a session that expired, or that lacks a required second factor, gets no messages', async () => {
  const { me, service } = await subscribed()
  const session = (change: string) =>
    app.admin.query(`update auth.sessions set ${change} where user_id = $1`, [me.user_id])
  const messages = async () => {
    await tell(me)
    await app.app.push.drain()
    return service.got.length
  }
  await session(`refreshed_at = now() - interval '31 days'`)
  expect(await messages()).toBe(0)
  await session(`refreshed_at = now(), created_at = now() - interval '91 days'`)
  expect(await messages()).toBe(0)
  await session(`created_at = now()`)
  const require = (wanted: boolean) =>
    app.admin.query('update organizations set second_factor_required = $2 where org_id = $1', [me.org_id, wanted])
  await require(true)
  expect(await messages()).toBe(0)
  await session(`aal = 'aal2'`)
  expect(await messages()).toBe(1)
  await require(false)
  await session(`aal = 'aal1'`)
  expect(await messages()).toBe(2)
})

test('a browser belongs to the person who signed in last', async () => {
  const { me, browser, service } = await subscribed()
  const next = await app.signUp()
  await next.call(subscribePush, browser.subscription)
  await tell(me)
  const id = await tell(next)
  await app.app.push.drain()
  expect(service.got.map(({ body }) => browser.read(body)['id'])).toEqual([id])
  expect(await subscriptions(me.user_id)).toBe(0)
})

test('a removed member gets no waiting messages', async () => {
  const { me: owner } = await subscribed()
  const member = await colleague(app, owner, 'staff')
  const { got, origin } = await pushService()
  await member.call(subscribePush, browserAt(origin).subscription)
  await app.admin.query(
    `update auth.push_subscriptions set busy_until = now() + interval '1 minute' where user_id = $1`,
    [member.user_id],
  )
  await tell(member)
  await owner.call(removeMember, { user_id: member.user_id })
  await pauseIsOver()
  await app.app.push.drain()
  expect(got).toEqual([])
})

test("a browser that doesn't respond doesn't hold up others", async () => {
  const { got, origin } = await pushService()
  const [slow, quick] = [await app.signUp(), await app.signUp()]
  // No one responds there, whatever the request.
  await slow.call(subscribePush, browserAt('http://127.0.0.3:9').subscription)
  await quick.call(subscribePush, browserAt(origin).subscription)
  await tell(slow)
  await tell(quick)
  await app.app.push.drain()
  expect(got).toHaveLength(1)
  expect(await subscriptions(slow.user_id)).toBe(1)
})

test('an address inside our network is never requested', async () => {
  const me = await app.signUp()
  let asked = 0
  const { createServer } = await import('node:http')
  const inside = createServer((_request, response) => {
    asked += 1
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const { port } = inside.address() as { port: number }
  await me.call(subscribePush, browserAt(`http://127.0.0.1:${port}`).subscription)
  await tell(me)
  await app.app.push.drain()
  await new Promise((resolve) => inside.close(resolve))
  expect(asked).toBe(0)
})

test('an invalid subscription is refused beside its field', async () => {
  const me = await app.signUp()
  const { subscription } = browserAt('https://push.example')
  const wrong = {
    endpoint: ['file:///etc/passwd', 'push', `https://push.example/${'x'.repeat(2_000)}`],
    p256dh: ['', 'x', subscription.auth, Buffer.alloc(65, 4).toString('base64url')],
    auth: ['', subscription.p256dh, '?'.repeat(22)],
  }
  for (const [field, values] of Object.entries(wrong))
    for (const value of values)
      expect(await me.refused(subscribePush, { ...subscription, [field]: value }), value).toMatchObject({
        status: 422,
        fields: { [field]: expect.any(String) },
      })
})

test('neither the address nor the keys of a browser can be read in the database', async () => {
  const { me, browser } = await subscribed()
  const { rows } = await app.admin.query(
    `select s::text as subscription, (select string_agg(r::text, '') from command_results r where r.user_id = s.user_id) as results,
       (select k::text from auth.push_keys k) as keys
     from auth.push_subscriptions s where user_id = $1`,
    [me.user_id],
  )
  const text = JSON.stringify(rows)
  for (const secret of Object.values(browser.subscription)) expect(text).not.toContain(secret)
  expect(text).not.toContain('"d"')
})

test('a test notification goes only to the browser that requested it', async () => {
  const { me, browser, service } = await subscribed()
  const other = await signedIn(app.url, me.email)
  const second = browserAt(service.origin)
  await fetch(`${app.url}/api/v1/push-subscription`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${other.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(second.subscription),
  })
  await me.call(testPush, {})
  await app.app.push.drain()
  expect(service.got.map(({ path }) => path)).toEqual([browser.path])
  await me.call(unsubscribePush, {})
  expect(await me.refused(testPush, {})).toMatchObject({ status: 404 })
})

test('a long text is cut to what a push message can hold', async () => {
  const { me, service, browser } = await subscribed()
  await tell(me, { body: '𝄞"\\'.repeat(3_000) })
  await app.app.push.drain()
  const read = browser.read(service.got[0]?.body ?? Buffer.alloc(0))
  expect(read['body']).toMatch(/^𝄞"\\.*…$/u)
  expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThanOrEqual(payloadBytesMax)
})
