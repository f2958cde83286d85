import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { openDatabase } from './db.ts'
import { newId } from './ids.ts'
import { silentLog } from './log.ts'
import { createSequencer } from './sequencer.ts'

const { db, admin, connection } = await testDatabase()

async function organization(): Promise<string> {
  const org_id = newId()
  await admin.query('insert into organizations (org_id, name) values ($1, $2)', [org_id, 'Test'])
  return org_id
}

/** An event of a process that ended before it could report its commit. */
const addEvent = (org_id: string) =>
  admin.query(`insert into feed_events (org_id, type, object_id) values ($1, 'product.deleted', $1)`, [org_id])

const numbered = async (org_id: string) =>
  (
    await admin.query<{ count: number }>(
      'select coalesce(sum(cardinality(places)), 0)::integer as count from feed_batches where org_id = $1',
      [org_id],
    )
  ).rows[0]?.count

test('every sweep finds what committed since the last one, also of transactions that were running then', async () => {
  const [long, short] = [await organization(), await organization()]
  const sequencer = createSequencer(db, '', silentLog)
  onTestFinished(() => sequencer.close())
  await sequencer.drain()
  await admin.query('begin')
  await addEvent(long)
  await sequencer.drain()
  await sequencer.drain()
  await admin.query('commit')
  await sequencer.drain()
  expect(await numbered(long)).toBe(1)
  await addEvent(short)
  await addEvent(long)
  await sequencer.drain()
  expect([await numbered(short), await numbered(long)]).toEqual([1, 2])
})

test('an organization whose pass takes too long delays no other, and is tried again later with more time', async () => {
  const hasty = openDatabase(connection, silentLog, { patience: 0.4 })
  onTestFinished(() => hasty.close())
  const [slow, other] = [await organization(), await organization()]
  await admin.query(
    `create function public.slow() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return new; end $$;
     create trigger slow before insert on feed_batches for each row when (new.org_id = '${slow}') execute function public.slow()`,
  )
  const failed: string[] = []
  const warn = ({ org_id }: { org_id: string }) => failed.push(org_id)
  const sequencer = createSequencer(hasty, '', { ...silentLog, warn: warn as typeof silentLog.warn }, 3_000)
  onTestFinished(() => sequencer.close())
  await addEvent(slow)
  await sequencer.drain()
  expect([failed, await numbered(slow)]).toEqual([[slow], 0])
  await addEvent(slow)
  await addEvent(other)
  await sequencer.drain()
  expect([failed, await numbered(other)]).toEqual([[slow], 1])
  await expect.poll(() => numbered(slow), { timeout: 60_000 }).toBe(2)
  expect(failed).toEqual([slow])
})
