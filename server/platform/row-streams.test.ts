import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { query } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { testApp } from '../testing/app.ts'
import { implement } from './endpoint.ts'
import { createEvents } from './events.ts'
import { mountEndpoints } from './http.ts'
import { installErrorHandler } from './http-errors.ts'
import { silentLog } from './log.ts'
import { createPlannerStatistics } from './planner-statistics.ts'
import { createOutbox } from './outbox.ts'
import { Refusal } from './refusal.ts'
import { createRowStreams, type FileWriter, type RowStreams } from './row-streams.ts'
import { sql } from './sql.ts'

const app = await testApp()

/** An endless file: it is read only as fast as a reader consumes its bytes. */
const endless: FileWriter = async function* (rows) {
  // A series in the select list is produced row by row, one in the from clause all at once.
  const query = sql<{
    line: string
  }>`select repeat(n::text, 100) as line from (select generate_series(1, 1000000000) as n) numbers`
  for await (const batch of rows.batches(query)) yield Buffer.from(batch.map(({ line }) => line).join('\n'))
}
const short: FileWriter = async function* (rows) {
  for await (const batch of rows.batches(sql<{ one: number }>`select 1 as one`)) yield Buffer.from(`${batch.length}`)
}
/** Far longer than a step takes: a busy machine must not fail the test. */
const patienceMs = 30_000
const someone = () => ({ org_id: crypto.randomUUID(), user_id: crypto.randomUUID() })

async function textOf(stream: Readable): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString()
}

async function closed(stream: Readable): Promise<void> {
  stream.destroy()
  if (!stream.closed) await once(stream, 'close')
}

/** Waits until this many of the server's connections read a cursor. */
async function openCursors(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await app.admin.query<{ open: number }>(
          `select count(*) as open from pg_stat_activity where datname = $1 and query like 'fetch forward%'`,
          [app.name],
        )
        return rows[0]?.open
      },
      { timeout: patienceMs },
    )
    .toBe(count)
}

test('slots are limited per organization and in all; the next caller waits for one', async () => {
  const streams = createRowStreams(app.db, 30)
  const [me, you, they] = [someone(), someone(), someone()]
  const mine = [await streams.open(me, endless), await streams.open(me, endless)]
  expect(mine).toHaveLength(limits.downloadsPerOrganization)
  const yours = [await streams.open(you, endless), await streams.open(you, endless)]
  const third = streams.open(me, short)
  const other = streams.open(they, short)
  await closed(yours[0]!)
  expect(await textOf(await other)).toBe('1')
  await closed(yours[1]!)
  await closed(mine[0]!)
  expect(await textOf(await third)).toBe('1')
  await closed(mine[1]!)
  await openCursors(0)
})

test('a caller that waits too long is refused as busy', async () => {
  const streams = createRowStreams(app.db, 2)
  const me = someone()
  const open = [await streams.open(me, endless), await streams.open(me, endless)]
  const refusal = await streams.open(me, short).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'busy', message: expect.stringContaining('Several files') })
  await Promise.all(open.map(closed))
  expect(await textOf(await streams.open(me, short))).toBe('1')
})

test('a failure before the first byte is a refusal and frees its slot', async () => {
  const streams = createRowStreams(app.db, 2)
  const me = someone()
  const broken: FileWriter = async function* (rows) {
    for await (const batch of rows.batches(sql`select 1 / 0 as one`)) yield Buffer.from(String(batch.length))
  }
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(streams.open(me, broken)).rejects.toThrow('division by zero')
})

test('a stopping server aborts its downloads', async () => {
  const streams = createRowStreams(app.db)
  const stream = await streams.open(someone(), endless)
  const failed = once(stream, 'error')
  streams.close()
  expect((await failed)[0]).toMatchObject({ message: 'the server is stopping' })
  await openCursors(0)
})

test('losing the database while no one reads ends the file and frees its slot', async () => {
  const streams = createRowStreams(app.db)
  const stream = await streams.open(someone(), endless)
  const failed = once(stream, 'error')
  await app.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like 'fetch forward%'`,
    [app.name],
  )
  expect((await failed)[0]).toBeInstanceOf(Error)
  await openCursors(0)
})

test("rows are read in the caller's organization, from one snapshot", async () => {
  const [me] = [await app.signUp(), await app.signUp()]
  const twice: FileWriter = async function* (rows) {
    const locations = sql<{ org_id: string; name: string }>`select org_id, name from locations`
    for await (const batch of rows.batches(locations)) yield Buffer.from(JSON.stringify(batch))
    await app.admin.query(
      `insert into locations (org_id, id, user_id, name) values ($1, gen_random_uuid(), $2, 'Made meanwhile')`,
      [me?.org_id, me?.user_id],
    )
    for await (const batch of rows.batches(locations)) yield Buffer.from(JSON.stringify(batch))
  }
  const mine = JSON.stringify([{ org_id: me?.org_id, name: 'Main Warehouse' }])
  expect(await textOf(await createRowStreams(app.db).open({ org_id: me?.org_id ?? '', user_id: null }, twice))).toBe(
    mine + mine,
  )
})

/** The server with one more endpoint: a file that never ends. */
async function endlessServer(rowStreams: RowStreams): Promise<string> {
  const http = fastify()
  const events = createEvents(app.db, silentLog)
  const outbox = createOutbox(app.db, {}, events.publish, silentLog)
  const claims = await app.signUp()
  const download = query({
    name: 'endless_file',
    summary: 'A file of this test',
    path: '/endless',
    permission: 'reports.read',
    input: z.strictObject({}),
    output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
    downloads: ['csv'],
  })
  const session = JSON.parse(Buffer.from(claims.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string
  }
  const services = {
    db: app.db,
    events,
    outbox,
    sequencer: app.app.sequencer,
    statistics: createPlannerStatistics(app.db, silentLog),
    log: silentLog,
    rowStreams,
    verifyApiKey: () => Promise.reject(new Error('no key is used here')),
    rememberedClaims: () => undefined,
    verifyAccessToken: async () => ({ ...claims, session_id: session.session_id, aal: 'aal1' as const }),
  }
  installErrorHandler(http)
  mountEndpoints(http, services, [
    implement(download, async () => ({ file_name: 'endless.csv', content_type: 'text/csv', body: endless })),
  ])
  await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    rowStreams.close()
    await http.close()
    await outbox.close()
    await events.close()
  })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/api/v1/endless`
}

async function asked(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { headers: { authorization: 'Bearer any' } }), 'response')) as [
    IncomingMessage,
  ]
  return response
}

test('a reader who disconnects stops the database query', async () => {
  const response = await asked(await endlessServer(createRowStreams(app.db)))
  expect(response.headers['content-disposition']).toContain('endless.csv')
  await once(response, 'readable')
  await openCursors(1)
  response.destroy()
  await openCursors(0)
})

test('a slow reader slows the query down, and nothing is buffered', async () => {
  const response = await asked(await endlessServer(createRowStreams(app.db)))
  await once(response, 'readable')
  await openCursors(1)
  // The cursor pauses once the buffers on the way are full, however long the reader sleeps.
  const position = async () => {
    const { rows } = await app.admin.query<{ state_change: string }>(
      `select state_change from pg_stat_activity where datname = $1 and query like 'fetch forward%' and state = 'idle in transaction'`,
      [app.name],
    )
    return rows[0]?.state_change
  }
  let last = await position()
  await expect
    .poll(
      async () => {
        const before = last
        last = await position()
        return last !== undefined && last === before
      },
      { interval: 300, timeout: patienceMs },
    )
    .toBe(true)
  response.destroy()
  await openCursors(0)
})

test('losing the database in the middle aborts the transfer, so no one mistakes a partial file for a complete one', async () => {
  const response = await asked(await endlessServer(createRowStreams(app.db)))
  await once(response, 'readable')
  await openCursors(1)
  await app.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like 'fetch forward%'`,
    [app.name],
  )
  await expect(async () => {
    for await (const _ of response);
  }).rejects.toMatchObject({ code: 'ECONNRESET' })
})
