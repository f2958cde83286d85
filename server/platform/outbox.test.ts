import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { newId } from './ids.ts'
import { silentLog } from './log.ts'
import { createOutbox } from './outbox.ts'
import { sql } from './sql.ts'

const { db, admin } = await testDatabase()

test("failed work doesn't hold back later work, leaves nothing behind, and is repeated until it succeeds", async () => {
  const org_id = newId()
  await admin.query('insert into organizations (org_id, name) values ($1, $2)', [org_id, 'Test'])
  const done: string[] = []
  let broken = true
  const changedNouns: string[] = []
  const outbox = createOutbox(
    db,
    {
      ring: async (tx, _org, { name }: { name: string }) => {
        await tx.run(sql`insert into categories (org_id, id, user_id, name, color)
          values (${org_id}, ${newId()}, ${newId()}, ${name}, '#112233')`)
        if (name === 'cracked' && broken) throw new Error('it makes no sound')
        done.push(name)
        return ['categories']
      },
    },
    (_org, nouns) => changedNouns.push(...nouns),
    silentLog,
  )
  for (const name of ['first', 'cracked', 'last'])
    await admin.query('insert into outbox (org_id, kind, payload) values ($1, $2, $3)', [
      org_id,
      'ring',
      JSON.stringify({ name }),
    ])
  const names = async () =>
    (await admin.query<{ name: string }>('select name from categories where org_id = $1 order by name', [org_id])).rows
  await outbox.drain()
  expect([done, changedNouns, await names()]).toEqual([
    ['first', 'last'],
    ['categories', 'categories'],
    [{ name: 'first' }, { name: 'last' }],
  ])
  broken = false
  await outbox.drain()
  await outbox.drain()
  expect(done).toEqual(['first', 'last', 'cracked'])
  expect((await admin.query('select from outbox where org_id = $1', [org_id])).rowCount).toBe(0)
  await outbox.close()
})

test('a row that keeps failing is tried, and logged, less and less often', async () => {
  const org_id = newId()
  await admin.query('insert into organizations (org_id, name) values ($1, $2)', [org_id, 'Test'])
  await admin.query(`insert into outbox (org_id, kind, payload) values ($1, 'broken', '{}')`, [org_id])
  const pauses: number[] = []
  const warn = (about: { org_id: string; pause_seconds: number }) => {
    if (about.org_id === org_id) pauses.push(about.pause_seconds)
  }
  const outbox = createOutbox(db, {}, () => {}, { ...silentLog, warn: warn as typeof silentLog.warn })
  for (let pass = 0; pass < 20; pass++) await outbox.drain()
  expect(pauses.slice(0, 2)).toEqual([0, 2])
  await expect.poll(() => pauses.length, { timeout: 30_000 }).toBe(3)
  expect(pauses[2]).toBe(4)
  await outbox.close()
  await admin.query('delete from outbox where org_id = $1', [org_id])
})

test('an organization with long work lets others take their turn, also those whose work came later', async () => {
  const [busy, other] = [newId(), newId()]
  for (const id of [busy, other])
    await admin.query('insert into organizations (org_id, name) values ($1, $2)', [id, 'Test'])
  const queue = (org_id: string, name: string) =>
    admin.query('insert into outbox (org_id, kind, payload) values ($1, $2, $3)', [
      org_id,
      'ring',
      JSON.stringify({ name }),
    ])
  const done: string[] = []
  const outbox = createOutbox(
    db,
    {
      ring: async (_tx, _org_id, { name }: { name: string }) => {
        if (name === 'long 1') await queue(other, 'short')
        done.push(name)
        return []
      },
    },
    () => {},
    silentLog,
    0,
  )
  for (const n of [1, 2, 3, 4, 5]) await queue(busy, `long ${n}`)
  await outbox.drain()
  await outbox.drain()
  expect(done.toSorted()).toEqual(['long 1', 'long 2', 'long 3', 'long 4', 'long 5', 'short'])
  expect(done.indexOf('short')).toBeLessThan(done.indexOf('long 5'))
  await outbox.close()
})
