import { expect, test } from 'vitest'
import { openDatabase } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import { testDatabase } from '../testing/database.ts'
import { dueFinder } from './find-due.ts'

const { admin, connection } = await testDatabase()
// Organizations that exist only in the tables of webhooks.
await admin.query('set session_replication_role = replica')
const db = openDatabase(connection, silentLog, { maxConnections: 2 })
const find = dueFinder(db)

/** Endpoints of organizations of their own, up to date with a feed of one event, none of them due. */
async function endpoints(count: number): Promise<{ org_id: string; endpoint_id: string }[]> {
  const ids = Array.from({ length: count }, newId)
  await admin.query(
    `with ids as (select id from unnest('{${ids.join()}}'::uuid[]) as id),
      states as (insert into feed_state (org_id, newest, snapshot, history) select id, 1, '1:1:', '' from ids),
      added as (
        insert into webhook_endpoints (org_id, id, user_id, name, url, nouns, secret)
        select id, id, id, 'Shop', 'https://receiver.example/', '{product}', '' from ids)
    insert into webhook_progress (org_id, endpoint_id, recorded_through) select id, id, 1 from ids`,
  )
  return ids.map((id) => ({ org_id: id, endpoint_id: id }))
}

/** Numbers one more event. */
const number = (org_id: string) => `
  insert into feed_batches (org_id, first_number, last_number, xids, places)
  select org_id, newest + 1, newest + 1, '{1}', '{1}' from feed_state where org_id = '${org_id}';
  update feed_state set newest = newest + 1 where org_id = '${org_id}'`

const record = (org_id: string) =>
  admin.query(
    `update webhook_progress p set recorded_through = s.newest from feed_state s
     where s.org_id = p.org_id and p.org_id = $1`,
    [org_id],
  )

const deliver = (org_id: string, dueAt: string) => `
  insert into webhook_deliveries (org_id, endpoint_id, number, type, lanes, due_at)
  values ('${org_id}', '${org_id}', 1, 'product.created', '{}', ${dueAt})`

test('an endpoint is found when an event is numbered, and again until it is recorded', async () => {
  const [one, other] = await endpoints(2)
  if (!one || !other) throw new Error('no endpoints')
  await admin.query(number(one.org_id))
  expect(await find()).toEqual([one])
  await admin.query(number(other.org_id))
  expect(new Set(await find())).toEqual(new Set([one, other]))
  await record(one.org_id)
  expect(await find()).toEqual([other])
  await record(other.org_id)
  expect(await find()).toEqual([])
})

test('an event whose numbering was not committed at the last look is found by the next one', async () => {
  const [one] = await endpoints(1)
  if (!one) throw new Error('no endpoint')
  await admin.query(`begin; ${number(one.org_id)}`)
  expect(await find()).toEqual([])
  await admin.query('commit')
  expect(await find()).toEqual([one])
  await record(one.org_id)
  expect(await find()).toEqual([])
})

test('an endpoint is found when a delivery is due, but not while it is paused or off', async () => {
  const [later, due, paused, off] = await endpoints(4)
  if (!later || !due || !paused || !off) throw new Error('no endpoints')
  await find()
  await admin.query(`
    update webhook_endpoints set paused_at = now() where id = '${paused.endpoint_id}';
    update webhook_progress set switched_off_at = now(), switched_off_because = 'gone' where endpoint_id = '${off.endpoint_id}';
    ${deliver(later.org_id, `now() + interval '1 hour'`)};
    ${[due, paused, off].map(({ org_id }) => deliver(org_id, 'now()')).join(';')}`)
  expect(await find()).toEqual([due])
  await admin.query('delete from webhook_deliveries')
  expect(await find()).toEqual([])
})

test('an endpoint that was turned on again is found without a new event', async () => {
  const [one] = await endpoints(1)
  if (!one) throw new Error('no endpoint')
  const { endpoint_id } = one
  await admin.query(`update webhook_endpoints set paused_at = now() where id = $1`, [endpoint_id])
  await admin.query(number(one.org_id))
  expect(await find()).toEqual([])
  await admin.query(`update webhook_endpoints set paused_at = null where id = $1`, [endpoint_id])
  await admin.query(`update webhook_progress set woken_by = pg_current_xact_id() where endpoint_id = $1`, [endpoint_id])
  expect(await find()).toEqual([one])
  await record(one.org_id)
})

test('after a look that failed, every endpoint is visited', async () => {
  const [one] = await endpoints(1)
  if (!one) throw new Error('no endpoint')
  const failing = { ...db }
  const findOften = dueFinder(failing)
  expect(await findOften()).toEqual([])
  failing.transaction = () => Promise.reject(new Error('no connection'))
  await admin.query(number(one.org_id))
  await expect(findOften()).rejects.toThrow('no connection')
  failing.transaction = db.transaction
  // As if the event was numbered long ago: only a visit finds it.
  await admin.query(`update feed_batches set xid = null where org_id = $1`, [one.org_id])
  expect(await findOften()).toEqual([one])
  await record(one.org_id)
})

test('a look reads as much as there is to send, not every endpoint', async () => {
  await endpoints(1_000)
  const [one] = await endpoints(1)
  if (!one) throw new Error('no endpoint')
  await admin.query('analyze webhook_progress, webhook_endpoints, feed_state, feed_batches, webhook_deliveries')
  await find()
  const { snapshot } = await db.transaction(null, (tx) =>
    tx.one(sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`),
  )
  await admin.query(number(one.org_id))
  await admin.query('begin')
  const { rows } = await admin.query(`select * from app.webhooks_newly_due($1::pg_snapshot, '{}', '{}')`, [snapshot])
  const read = await admin.query<{ rows: number }>(`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows from pg_stat_xact_user_tables
    where relname like 'webhook_%' or relname like 'feed_%'`)
  await admin.query('rollback')
  await record(one.org_id)
  expect(rows).toEqual([one])
  // Of a thousand. How many old versions of rows an index still leads to depends on when they are cleaned up.
  expect(read.rows[0]?.rows).toBeLessThan(100)
})
