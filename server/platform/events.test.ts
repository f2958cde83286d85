import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nouns } from '../../contract/endpoint.ts'
import { testDatabase } from '../testing/database.ts'
import type { Database } from './db.ts'
import { createEvents, type Events } from './events.ts'
import { newId } from './ids.ts'
import { silentLog } from './log.ts'

const { db, admin } = await testDatabase()

// The test only controls the wait before a retry; the database keeps its own time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(globalThis, 'setTimeout')
})
/** How many retries were planned. The server that the files of a worker share has shorter waits of its own. */
const retries = () => vi.mocked(setTimeout).mock.calls.filter(([, ms]) => ms === 1_000).length
const opened: Events[] = []
afterEach(async () => {
  // The shared server would wait forever for a timer that is dropped.
  await vi.runOnlyPendingTimersAsync()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((events) => events.close()))
})

/** The same database, whose first connection for LISTEN fails. */
function faulty(fault: (client: pg.Client) => Promise<unknown>): { db: Database; connections: pg.Client[] } {
  const connections: pg.Client[] = []
  const connect = async () => {
    const client = await db.connect()
    connections.push(client)
    if (connections.length === 1) Object.assign(client, { query: () => fault(client) })
    return client
  }
  return { db: { ...db, connect }, connections }
}

function listenOn(database: Database): Events {
  const events = createEvents(database, silentLog)
  opened.push(events)
  return events
}

/** Waits for the database and its connections, without a clock. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await condition()); round++) {
    if (round > 2_000_000) throw new Error('this never came to be')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Waits until they listen: who subscribes earlier is told that anything may have changed. */
async function begun(...processes: Events[]): Promise<void> {
  const waiting = new Set(processes)
  for (const events of processes) events.onAccessChange(() => waiting.delete(events))
  await until(() => waiting.size === 0)
}

async function listening(): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %' order by pid`,
  )
  return rows.map(({ pid }) => pid)
}

const pidOf = (client: pg.Client | undefined) => (client as unknown as { processID: number } | undefined)?.processID

test('a connection that breaks while starting to listen is replaced by one new connection', async () => {
  const terminated = async (client: pg.Client) => {
    await admin.query('select pg_terminate_backend($1)', [pidOf(client)])
    throw new Error('the connection broke')
  }
  const { db: database, connections } = faulty(terminated)
  let ended = false
  listenOn({
    ...database,
    connect: async () => {
      const client = await database.connect()
      client.on('end', () => (ended = true))
      return client
    },
  })
  // The failed LISTEN and the end of its connection both trigger a retry; only one retry may follow.
  await until(() => ended && retries() > 0)
  expect(retries()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await until(async () => (await listening()).length > 0)
  expect(await listening()).toEqual([pidOf(connections[1])])
  expect(connections).toHaveLength(2)
})

test('a refused LISTEN leaves no connection behind', async () => {
  const { db: database, connections } = faulty(async () => {
    throw new Error('permission denied')
  })
  listenOn(database)
  await until(() => connections.length > 0 && retries() > 0)
  const alive = async () =>
    (await admin.query('select from pg_stat_activity where pid = $1', [pidOf(connections[0])])).rowCount
  await until(async () => (await alive()) === 0)
  expect(retries()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await until(async () => (await listening()).length > 0)
  expect(await listening()).toEqual([pidOf(connections[1])])
})

test('after a gap in listening, browsers are told that everything may have changed', async () => {
  const here = listenOn(db)
  const heard: unknown[] = []
  await begun(here)
  const [lost] = await listening()
  here.subscribe(newId(), (changed) => heard.push(changed))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heard).toEqual([])
  await admin.query('select pg_terminate_backend($1)', [lost])
  await until(() => retries() > 0)
  await vi.advanceTimersByTimeAsync(1_000)
  await until(async () => (await listening()).filter((pid) => pid !== lost).length === 1)
  // PostgreSQL may know of it before this process does.
  await until(async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    return heard.length > 0
  })
  expect(heard).toEqual([nouns])
})

test('browsers that connected before the process could listen are told that everything may have changed', async () => {
  const { db: database, connections } = faulty(async () => {
    throw new Error('too many connections')
  })
  const here = listenOn(database)
  await until(() => connections.length > 0 && retries() > 0)
  const heard: unknown[] = []
  here.subscribe(newId(), (changed) => heard.push(changed))
  await vi.advanceTimersByTimeAsync(1_000)
  await until(async () => (await listening()).length === 1)
  await until(async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    return heard.length > 0
  })
  expect(heard).toEqual([nouns])
})

test('changes that could not be sent are sent later, together with newer ones', async () => {
  let isDown = true
  const transaction: Database['transaction'] = (...work) =>
    isDown ? Promise.reject(new Error('the database is down')) : db.transaction(...work)
  const [here, elsewhere] = [listenOn({ ...db, transaction }), listenOn(db)]
  const [org, heard] = [newId(), [] as unknown[]]
  await begun(here, elsewhere)
  elsewhere.subscribe(org, (changed) => heard.push(changed))
  here.publish(org, ['products'])
  await vi.advanceTimersByTimeAsync(100)
  isDown = false
  here.publish(org, ['stock'])
  await vi.advanceTimersByTimeAsync(2_000)
  await until(() => heard.length > 0)
  expect(heard).toEqual([['products', 'stock']])
})

test('a process that ends sends what it has gathered', async () => {
  const [here, elsewhere] = [listenOn(db), listenOn(db)]
  const [org, heard] = [newId(), [] as unknown[]]
  await begun(here, elsewhere)
  elsewhere.subscribe(org, (changed) => heard.push(changed))
  here.publish(org, ['products'])
  await here.close()
  await until(() => heard.length > 0)
  expect(heard).toEqual([['products']])
})

test('a change by another process arrives once, also after the listening connection was lost', async () => {
  const [org, heard] = [newId(), [] as unknown[]]
  const here = listenOn(db)
  await begun(here)
  here.subscribe(org, (nouns) => heard.push(nouns))
  const [lost] = await listening()
  await admin.query('select pg_terminate_backend($1)', [lost])
  await until(() => retries() > 0)
  await vi.advanceTimersByTimeAsync(1_000)
  await until(async () => (await listening()).filter((pid) => pid !== lost).length === 1)
  // PostgreSQL may know of it before this process does.
  await until(async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    return heard.length > 0
  })
  heard.length = 0

  const elsewhere = listenOn(db)
  await until(async () => (await listening()).filter((pid) => pid !== lost).length === 2)
  elsewhere.publish(org, ['products'])
  elsewhere.publish(org, ['stock'])
  await vi.advanceTimersByTimeAsync(100)
  await until(() => heard.length > 0)
  elsewhere.publish(org, ['locations'])
  await vi.advanceTimersByTimeAsync(100)
  await until(() => heard.length > 1)
  expect(heard).toEqual([['products', 'stock'], ['locations']])
})

test("leaving twice doesn't disconnect anyone who joined in between", async () => {
  const events = listenOn(db)
  const org_id = newId()
  const heard: string[] = []
  const leave = events.subscribe(org_id, () => heard.push('first'))
  leave()
  events.subscribe(org_id, () => heard.push('second'))
  leave()
  events.publish(org_id, ['stock'])
  expect(heard).toEqual(['second'])
})

test('an event for one person reaches only their own browsers, in every process', async () => {
  const [here, elsewhere] = [listenOn(db), listenOn(db)]
  const [org_id, user_id] = [newId(), newId()]
  const heard: string[] = []
  await begun(here, elsewhere)
  for (const [events, process] of [
    [here, 'here'],
    [elsewhere, 'elsewhere'],
  ] as const) {
    events.subscribe(org_id, (nouns) => heard.push(`mine ${process}: ${nouns.join()}`), user_id)
    events.subscribe(org_id, (nouns) => heard.push(`a colleague’s ${process}: ${nouns.join()}`), newId())
    events.subscribe(newId(), (nouns) => heard.push(`my other organization’s ${process}: ${nouns.join()}`), user_id)
  }
  here.publish(org_id, ['notifications'], user_id)
  expect(heard).toEqual(['mine here: notifications'])
  here.publish(org_id, ['stock'])
  await vi.advanceTimersByTimeAsync(100)
  await until(() => heard.length === 6)
  expect(heard.slice(1)).toEqual([
    'mine here: stock',
    'a colleague’s here: stock',
    'mine elsewhere: notifications',
    'mine elsewhere: stock',
    'a colleague’s elsewhere: stock',
  ])
})

test('changes of many organizations at once reach another process', async () => {
  const [here, elsewhere] = [listenOn(db), listenOn(db)]
  const organizations = Array.from({ length: 60 }, newId)
  const heard: string[] = []
  await begun(here, elsewhere)
  for (const org_id of organizations) elsewhere.subscribe(org_id, (nouns) => heard.push(`${org_id} ${nouns.length}`))
  for (const org_id of organizations) here.publish(org_id, nouns, newId())
  for (const org_id of organizations) here.publish(org_id, nouns)
  await vi.advanceTimersByTimeAsync(100)
  await until(() => heard.length === organizations.length)
  expect(heard.toSorted()).toEqual(organizations.map((org_id) => `${org_id} ${nouns.length}`).toSorted())
})
