import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { command, query } from '../../contract/endpoint.ts'
import { id, requiredText } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { testApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { silentLog } from './log.ts'
import { implement, implementPrepared, plannedOnce, type Implementation } from './endpoint.ts'
import { createEvents } from './events.ts'
import { newId } from './ids.ts'
import { createPlannerStatistics } from './planner-statistics.ts'
import { createOutbox } from './outbox.ts'
import { Refusal } from './refusal.ts'
import { runEndpoint, type RunnerServices } from './runner.ts'
import { sql } from './sql.ts'

const app = await testApp({ choosesPlans: true })
const events = createEvents(app.db, silentLog)
const outbox = createOutbox(app.db, {}, events.publish, silentLog)
const statistics = createPlannerStatistics(app.db, silentLog)
const { sequencer } = app.app
const services: RunnerServices = { db: app.db, events, outbox, sequencer, statistics, log: silentLog }
afterAll(async () => {
  await outbox.close()
  await events.close()
})

const color = z.strictObject({ id: id.optional(), name: requiredText('Name is required') })
const addColor = command({
  name: 'add_color',
  summary: 'A write of this test',
  method: 'POST',
  path: '/colors',
  permission: 'catalogue.write',
  input: color,
  output: z.object({ id, name: z.string() }),
  status: 201,
  changes: ['categories'],
})
const countColors = query({
  name: 'count_colors',
  summary: 'A read of this test',
  path: '/colors',
  permission: 'catalogue.read',
  input: z.strictObject({}),
  output: z.object({ count: z.number() }),
})

let runs = 0
const add = implement(
  addColor,
  async (tx, actor, input) => {
    runs++
    return tx.one(sql<{ id: string; name: string }>`
      insert into categories (org_id, id, user_id, name, color)
      values (${actor.org_id}, ${input.id ?? newId()}, ${actor.user_id}, ${input.name}, '#112233')
      returning id, name`)
  },
  { categories_name_key: { code: 'name_taken', fields: { name: 'This name is taken' } } },
)
const count = implement(countColors, (tx, actor) =>
  tx.one(sql<{ count: number }>`select count(*) as count from categories where org_id = ${actor.org_id}`),
)

type Extras = { idempotencyKey?: string; org_id?: string }
function run(who: Client, implementation: Implementation, input: unknown, extras: Extras = {}) {
  const { session_id } = decodeJwt<{ session_id: string }>(who.access_token)
  const { user_id, email, org_id } = who
  return runEndpoint(services, implementation, {
    user_id,
    email,
    org_id,
    session_id,
    aal: 'aal1',
    request_id: newId(),
    input,
    ...extras,
  })
}
async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const error = await answer.then(
    (value) => new Error(`answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error
  return error
}
const countOf = async (who: Client) => ((await run(who, count, {})).body as { count: number }).count

it('plans an endpoint’s statements once if it is marked so; for others PostgreSQL chooses', async () => {
  const ada = await app.signUp()
  const readMode = query({
    name: 'read_mode',
    summary: '',
    path: '/mode',
    permission: 'catalogue.read',
    input: z.strictObject({}),
    output: z.object({ name: z.string() }),
  })
  const reading = implement(readMode, (tx) =>
    tx.one(sql<{ name: string }>`select current_setting('plan_cache_mode') as name`),
  )
  expect((await run(ada, reading, {})).body).toMatchObject({ name: 'auto' })
  expect((await run(ada, plannedOnce(reading), {})).body).toMatchObject({ name: 'force_generic_plan' })
  const mode = implement(addColor, (tx) =>
    tx.one(
      sql<{ id: string; name: string }>`select ${newId()}::uuid as id, current_setting('plan_cache_mode') as name`,
    ),
  )
  expect((await run(ada, mode, { name: 'Blue' })).body).toMatchObject({ name: 'auto' })
  expect((await run(ada, plannedOnce(mode), { name: 'Blue' })).body).toMatchObject({ name: 'force_generic_plan' })
})

describe('a read sent with the check of its caller', () => {
  /** The event contains the role in which it was found. */
  const readColors = query({
    name: 'read_colors',
    summary: 'Another read of this test',
    path: '/colors/all',
    permission: 'catalogue.read',
    input: z.strictObject({}),
    output: z.object({ role: z.string(), count: z.number() }),
  })
  const looks: string[] = []
  const look = implement(readColors, async (tx, { org_id, role }) => {
    looks.push(role)
    const found = await tx.one(
      sql<{ count: number }>`select count(*) as count from categories where org_id = ${org_id}`,
    )
    return { role, ...found }
  })

  it("is discarded and repeated if the caller's access has changed", async () => {
    const ada = await app.signUp()
    expect((await run(ada, look, {})).body).toMatchObject({ role: 'owner' })
    await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [ada.user_id])
    looks.length = 0
    expect(await run(ada, look, {})).toMatchObject({ role: 'viewer', body: { role: 'viewer' } })
    expect(looks).toEqual(['owner', 'viewer'])
    looks.length = 0
    expect(await run(ada, look, {})).toMatchObject({ role: 'viewer' })
    expect(looks).toEqual(['viewer'])
  })

  it('is discarded if the session has ended or the caller is no longer a member', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp()]
    for (const who of [ada, bob]) await run(who, look, {})
    await app.admin.query(`update auth.sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1`, [
      ada.user_id,
    ])
    expect(await refusalOf(run(ada, look, {}))).toMatchObject({ code: 'session_not_found' })
    await app.admin.query('delete from members where user_id = $1', [bob.user_id])
    expect(await refusalOf(run(bob, look, {}))).toMatchObject({ code: 'not_found' })
  })

  it('shows a newly limited member only their locations, from the first read on', async () => {
    const ada = await app.signUp()
    const locations = implement(countColors, (tx, { org_id }) =>
      tx.one(sql<{ count: number }>`select count(*) as count from locations where org_id = ${org_id}`),
    )
    await app.db.transaction({ org_id: ada.org_id, user_id: ada.user_id, locations: 'all' }, (tx) =>
      tx.run(
        sql`insert into locations (org_id, id, user_id, name) values (${ada.org_id}, ${newId()}, ${ada.user_id}, 'Shelf')`,
      ),
    )
    expect((await run(ada, locations, {})).body).toEqual({ count: 2 })
    await app.admin.query(
      `update members set role = 'staff', location_ids = array[(select id from locations where org_id = $1 and is_default)] where user_id = $2`,
      [ada.org_id, ada.user_id],
    )
    for (const look of [1, 2]) expect([look, (await run(ada, locations, {})).body]).toEqual([look, { count: 1 }])
  })
})

describe('input', () => {
  it('lists every field that is invalid or unknown, and writes nothing', async () => {
    const ada = await app.signUp()
    const refusal = await refusalOf(run(ada, add, { name: '  ', color: 'red', id: 'x' }))
    expect(refusal.status).toBe(422)
    expect(refusal.fields).toMatchObject({ name: 'Name is required', color: 'Unknown field' })
    expect(Object.keys(refusal.fields ?? {})).toContain('id')
    expect(await countOf(ada)).toBe(0)
  })

  it('lists unknown fields even if every object has their names', async () => {
    const ada = await app.signUp()
    const input = JSON.parse('{"name":"x","constructor":1,"__proto__":2}') as unknown
    const refusal = await refusalOf(run(ada, add, input))
    expect(Object.keys(refusal.fields ?? {})).toContain('constructor')
  })

  it('turns a unique key violation into a message beside the field', async () => {
    const ada = await app.signUp()
    await run(ada, add, { name: 'Blue' })
    const refusal = await refusalOf(run(ada, add, { name: 'BLUE' }))
    expect(refusal).toMatchObject({ code: 'name_taken', status: 409, fields: { name: 'This name is taken' } })
  })
})

describe('addresses that the router itself refuses', () => {
  it.each(['/api/v1/products/%', `/api/v1/products/${'x'.repeat(300)}`, '/api/v1/nothing-here'])(
    '%.40s',
    async (path) => {
      const answer = await fetch(app.url + path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } })
    },
  )
})

describe('requests that never reach the router', () => {
  it.each([
    [
      'an endless address',
      `GET /api/v1/products?search=${'x'.repeat(30_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'endless headers',
      `GET /health HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(30_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    ['something else than HTTP', 'EHLO mail.example\r\n\r\n', 400, 'unreadable_request'],
    [
      'two lengths of one body',
      'POST /health HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      400,
      'unreadable_request',
    ],
  ])('%s is refused by name', async (_what, request, status, code) => {
    const answer = await sentAsItIs(request)
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code } })
  })

  const post =
    'POST /api/v1/categories HTTP/1.1\r\nhost: x\r\nauthorization: Bearer TOKEN\r\ncontent-type: application/json\r\n'
  it.each([
    ['its headers', 'GET /health HTTP/1.1\r\nhost: x\r\n'],
    ['its body', `${post}content-length: 100\r\n\r\n{"name":`],
    ['a part of its body', `${post}transfer-encoding: chunked\r\n\r\n50\r\n{"name":`],
    [
      'a sign-in',
      'POST /auth/v1/signup HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
    ],
  ])('a request that is cut off in %s answers 408', async (_what, request) => {
    const { access_token } = await app.signUp()
    const socket = connectToServer()
    socket.end(request.replace('TOKEN', access_token))
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    socket.destroy()
    expect(head.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'incomplete_request' } })
  })

  it('a request that takes too long to arrive answers 408', async () => {
    const socket = connectToServer()
    const [serverSide] = (await once(app.app.http.server, 'connection')) as [Socket]
    // Node's message after a minute (requestTimeout).
    const tooSlow = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    app.app.http.server.emit('clientError', tooSlow, serverSide)
    expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
    socket.destroy()
  })

  function connectToServer(): Socket {
    const { hostname, port } = new URL(app.url)
    return connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  }

  async function sentAsItIs(request: string): Promise<string> {
    const socket = connectToServer()
    let answer = ''
    socket.on('data', (part: Buffer) => (answer += part.toString()))
    socket.write(request)
    await once(socket, 'end')
    socket.destroy()
    return answer
  }
})

describe('access', () => {
  it('is refused in another organization as not found', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp()]
    expect((await refusalOf(run(ada, count, {}, { org_id: bob.org_id }))).code).toBe('not_found')
    expect((await refusalOf(run(ada, count, {}, { org_id: newId() }))).code).toBe('not_found')
  })

  it('ends with the session or membership, and follows the role at the next request', async () => {
    const ada = await app.signUp()
    await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [ada.user_id])
    expect(await refusalOf(run(ada, add, { name: 'Red' }))).toMatchObject({
      code: 'forbidden',
      details: { role: 'viewer' },
    })
    expect(await countOf(ada)).toBe(0)
    await app.admin.query('delete from members where user_id = $1', [ada.user_id])
    expect((await refusalOf(run(ada, count, {}))).code).toBe('not_found')

    const bob = await app.signUp()
    await bob.fetch('/auth/v1/logout', { method: 'POST' })
    expect((await refusalOf(run(bob, count, {}))).code).toBe('session_not_found')
  })
})

describe('idempotency', () => {
  it('returns the first result for a repeated key, even thirty times at once', async () => {
    const ada = await app.signUp()
    const before = runs
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async () => {
        for (;;) {
          const answer = await run(ada, add, { name: 'Green' }, { idempotencyKey: 'k1' }).catch(
            (error: unknown) => error,
          )
          if (!(answer instanceof Refusal)) return answer
          expect(answer.code).toBe('in_progress')
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }),
    )
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(runs - before).toBe(1)
    expect(await countOf(ada)).toBe(1)
  })

  it('returns the exact bytes of the first response to a repeated request, on every path', async () => {
    const ada = await app.signUp()
    const product = { name: 'Chai \u0001', sku: 'C-1', price: 1.1, min_stock_level: 10, stock_quantity: 2.0 }
    const send = async (path: string, body: object, headers: Record<string, string>) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }
      const answer = await ada.fetch(`/api/v1/${path}`, init)
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    for (const [path, body, headers] of [
      ['products', product, { 'idempotency-key': 'chai' }],
      ['products', { ...product, id: newId(), sku: 'C-2' }, {}],
      ['imports?dry_run=true', { products: [{ name: 'a\0b', sku: 'B-1' }] }, { 'idempotency-key': 'preview' }],
    ] as const) {
      const first = await send(path, body, headers)
      expect([200, 201]).toContain(first.status)
      expect(await send(path, body, headers)).toEqual(first)
    }
  })

  it('refuses a used key with other input, and leaves the first result alone', async () => {
    const ada = await app.signUp()
    await run(ada, add, { name: 'One' }, { idempotencyKey: 'k2' })
    expect((await refusalOf(run(ada, add, { name: 'Two' }, { idempotencyKey: 'k2' }))).code).toBe(
      'idempotency_key_reused',
    )
    expect(await countOf(ada)).toBe(1)
  })

  it("refuses a used key of another person, who would get a response that isn't about them", async () => {
    const ada = await app.signUp()
    const eve = await colleague(app, ada, 'staff')
    await run(ada, add, { name: 'Mine' }, { idempotencyKey: 'shared' })
    expect((await refusalOf(run(eve, add, { name: 'Mine' }, { idempotencyKey: 'shared' }))).code).toBe(
      'idempotency_key_reused',
    )
    expect((await run(ada, add, { name: 'Mine' }, { idempotencyKey: 'shared' })).status).toBe(201)
  })

  it('takes the id of a new record as its key', async () => {
    const ada = await app.signUp()
    const record = { id: newId(), name: 'Own id' }
    expect(await run(ada, add, record)).toEqual(await run(ada, add, record))
    expect((await refusalOf(run(ada, add, { ...record, name: 'Other' }))).code).toBe('idempotency_key_reused')
  })

  it('does not store refusals: the same key may succeed later', async () => {
    const ada = await app.signUp()
    await run(ada, add, { name: 'Taken' })
    expect((await refusalOf(run(ada, add, { name: 'Taken' }, { idempotencyKey: 'k3' }))).code).toBe('name_taken')
    await app.admin.query('delete from categories where org_id = $1', [ada.org_id])
    expect((await run(ada, add, { name: 'Taken' }, { idempotencyKey: 'k3' })).status).toBe(201)
  })

  it("checks today's permission before returning a stored response", async () => {
    const ada = await app.signUp()
    await run(ada, add, { name: 'Mine' }, { idempotencyKey: 'k4' })
    await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [ada.user_id])
    expect((await refusalOf(run(ada, add, { name: 'Mine' }, { idempotencyKey: 'k4' }))).code).toBe('forbidden')
  })
})

describe('retries', () => {
  it('repeats a transaction after a deadlock or serialization failure, a limited number of times', async () => {
    const ada = await app.signUp()
    let attempts = 0
    const failing = (failures: number) =>
      implement(countColors, async (tx) => {
        attempts++
        if (attempts <= failures) await tx.run(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
        return { count: 0 }
      })
    expect((await run(ada, failing(2), {})).status).toBe(200)
    expect(attempts).toBe(3)
    attempts = 0
    expect((await refusalOf(run(ada, failing(99), {}))).code).toBe('busy')
    expect(attempts).toBe(5)
  })
})

describe('after a commit', () => {
  it('the organization is notified of the change, no one else is, and a refusal notifies no one', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp()]
    const heard: string[] = []
    const ends = [
      events.subscribe(ada.org_id, (nouns) => heard.push(`ada ${nouns.join()}`)),
      events.subscribe(bob.org_id, (nouns) => heard.push(`bob ${nouns.join()}`)),
    ]
    await run(ada, add, { name: 'News' })
    await refusalOf(run(ada, add, { name: 'News' }))
    for (const end of ends) end()
    expect(heard).toEqual(['ada categories'])
  })

  it('browsers connected to another server process are notified too', async () => {
    const ada = await app.signUp()
    const elsewhere = createEvents(app.db, silentLog)
    const heard = new Promise((resolve) => elsewhere.subscribe(ada.org_id, resolve))
    // Those of the server, of this file, and the one from elsewhere.
    const listeners = `select from pg_stat_activity where datname = current_database() and query ilike 'listen %'`
    await expect.poll(async () => (await app.admin.query(listeners)).rowCount, { timeout: 30_000 }).toBe(3)
    await run(ada, add, { name: 'Far' })
    expect(await heard).toEqual(['categories'])
    await elsewhere.close()
  })
})

describe('commands that take long', () => {
  it('run a few at a time, so that everything else gets a connection', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.signUp()))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let running = 0
    const slow = implement(
      { ...addColor, name: 'add_slowly', statementTimeoutMs: 60_000 },
      async (_tx, _actor, input) => {
        running++
        await released
        return { id: newId(), name: input.name }
      },
    )
    const waiting = people.map((who) => run(who, slow, { name: 'Slow' }))
    await expect.poll(() => running).toBe(limits.longCommandsAtOnce)
    for (const who of people) expect((await run(who, count, {})).status).toBe(200)
    expect(running).toBe(limits.longCommandsAtOnce)
    release()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(people.map(() => 201))
  })
})

describe('a command with a preparation', () => {
  let prepared = 0
  const whileFetching: (() => Promise<unknown>)[] = []
  const addFetched = implementPrepared(
    { ...addColor, name: 'add_fetched_color' },
    {
      check: async (_tx, _actor, { name }) => {
        if (name === 'Plaid') throw new Refusal('not_found')
      },
      prepare: async (actor, { name }) => {
        prepared++
        for (const work of whileFetching) await work()
        return `${name} for ${actor.role}`
      },
      run: (tx, actor, input, fetched) =>
        tx.one(sql<{ id: string; name: string }>`
        insert into categories (org_id, id, user_id, name, color)
        values (${actor.org_id}, ${input.id ?? newId()}, ${actor.user_id}, ${fetched}, '#112233')
        returning id, name`),
    },
  )

  it('prepares nothing for input that its check refuses', async () => {
    const ada = await app.signUp()
    const refusal = await refusalOf(run(ada, addFetched, { name: 'Plaid' }))
    expect([refusal.code, prepared]).toEqual(['not_found', 0])
  })

  it('prepares once access is checked, and not again for a used key', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp()]
    await refusalOf(run(bob, addFetched, { name: 'Red' }, { org_id: ada.org_id }))
    expect(prepared).toBe(0)
    const input = { id: newId(), name: 'Red' }
    const first = await run(ada, addFetched, input)
    expect(first.body).toMatchObject({ name: 'Red for owner' })
    expect([await run(ada, addFetched, input), prepared]).toEqual([first, 1])
  })

  it('waits for a copy of itself that is being checked: its work is done and must be recorded', async () => {
    const ada = await app.signUp()
    const input = { id: newId(), name: 'Green' }
    await app.admin.query('begin')
    whileFetching.push(() =>
      app.admin.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${ada.org_id} add_fetched_color ${input.id}`,
      ]),
    )
    const added = run(ada, addFetched, input)
    await lockAwaited(app.admin)
    whileFetching.pop()
    await app.admin.query('commit')
    expect((await added).body).toMatchObject({ name: 'Green for owner' })
  })

  it('holds no connection meanwhile, and checks access again when it runs', async () => {
    const ada = await app.signUp()
    whileFetching.push(async () => {
      // The server's jobs also have a transaction for a moment.
      const waiting = () =>
        app.admin.query(
          `select from pg_stat_activity where datname = current_database() and usename = 'onhand_app' and state like 'idle in transaction%'`,
        )
      await expect.poll(async () => (await waiting()).rowCount).toBe(0)
      await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [ada.user_id])
    })
    const refusal = await refusalOf(run(ada, addFetched, { name: 'Blue' }))
    whileFetching.pop()
    expect([refusal.code, await countOf(ada)]).toEqual(['forbidden', 0])
  })
})

describe('the failure of a command', () => {
  type AfterFailure = NonNullable<Implementation['afterFailure']>
  const failing = (afterFailure: AfterFailure): Implementation => ({
    ...implement(addColor, async (tx, actor, input) => {
      await add.run(tx, actor, input as never)
      throw new Refusal('wrong_status')
    }),
    afterFailure,
  })
  const colorsOf = async ({ org_id }: Client) =>
    (await app.admin.query('select name from categories where org_id = $1', [org_id])).rows

  it("can be recorded although the command's writes are rolled back; not if it never began", async () => {
    const [me, stranger] = [await app.signUp(), await app.signUp()]
    const recording = failing(async (tx, { org_id, user_id }, { name }: { name: string }, { code }) => {
      await tx.run(sql`
        insert into categories (org_id, id, user_id, name, color)
        values (${org_id}, ${newId()}, ${user_id}, ${`${name}: ${code}`}, '#112233')`)
    })
    expect((await refusalOf(run(me, recording, { name: 'Red' }))).code).toBe('wrong_status')
    expect(await colorsOf(me)).toEqual([{ name: 'Red: wrong_status' }])
    expect((await refusalOf(run(me, recording, { name: '' }))).code).toBe('invalid_input')
    expect((await refusalOf(run(stranger, recording, { name: 'Blue' }, { org_id: me.org_id }))).status).toBe(404)
    expect(await colorsOf(me)).toHaveLength(1)
  })

  it('is what the caller gets even if recording it fails', async () => {
    const me = await app.signUp()
    const broken = failing(() => Promise.reject(new Error('no room')))
    expect((await refusalOf(run(me, broken, { name: 'Red' }))).code).toBe('wrong_status')
    expect(await colorsOf(me)).toEqual([])
  })
})
