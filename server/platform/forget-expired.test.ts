import { expect, test } from 'vitest'
import { createCategory, listCategories } from '../../contract/categories.ts'
import { testApp } from '../testing/app.ts'
import { forgetExpired } from './forget-expired.ts'
import { newId } from './ids.ts'

const app = await testApp()

test('stored responses of repeated requests are kept for seven days in every organization; ids stay unique', async () => {
  const people = [await app.signUp(), await app.signUp()]
  const inputs = people.map(() => ({ id: newId(), name: 'Bolts', color: '#112233' }))
  const keyed = { name: 'Nuts', color: '#112233' }
  for (const [index, who] of people.entries()) {
    await who.call(createCategory, inputs[index]!)
    await who.call(createCategory, keyed, { idempotencyKey: 'young' })
  }
  await app.admin.query(`update command_results set created_at = created_at - interval '7 days' where key <> 'young'`)
  await app.admin.query(
    `update command_results set created_at = created_at - interval '6 days 23 hours' where key = 'young'`,
  )
  expect(await forgetExpired(app.db, () => true, 1)).toBe(1)
  expect(await forgetExpired(app.db, () => false, 1)).toBe(1)
  expect(await forgetExpired(app.db)).toBe(0)
  for (const [index, who] of people.entries()) {
    expect(await who.refused(createCategory, { ...inputs[index]!, name: 'Screws' })).toMatchObject({
      code: 'already_exists',
    })
    const again = await who.call(createCategory, keyed, { idempotencyKey: 'young' })
    expect(again.name).toBe('Nuts')
    expect((await who.call(listCategories, {})).items.map(({ name }) => name)).toEqual(['Bolts', 'Nuts'])
  }
})

test('a file that was never imported is removed a day after it expired', async () => {
  const { org_id, user_id } = await app.signUp()
  const insert = (expired: string) =>
    app.admin.query(
      `insert into import_files (org_id, id, user_id, file_name, size_bytes, sheets, set_stock, changes, expires_at)
       values ($1, gen_random_uuid(), $2, $3::text, 1, '{}', false, '[]', clock_timestamp() - $3::text::interval)`,
      [org_id, user_id, expired],
    )
  for (const expired of ['-1 hour', '23 hours', '25 hours', '9 days']) await insert(expired)
  expect(await forgetExpired(app.db)).toBe(2)
  const { rows } = await app.admin.query('select file_name from import_files where org_id = $1 order by file_name', [
    org_id,
  ])
  expect(rows).toEqual([{ file_name: '-1 hour' }, { file_name: '23 hours' }])
})

test('what can’t be deleted blocks nothing else: the rest is deleted, and the failure is reported', async () => {
  const { org_id, user_id } = await app.signUp()
  await app.admin.query(
    `insert into import_files (org_id, id, user_id, file_name, size_bytes, sheets, set_stock, changes, expires_at)
     values ($1, gen_random_uuid(), $2, 'old', 1, '{}', false, '[]', now() - interval '9 days')`,
    [org_id, user_id],
  )
  await app.admin.query(
    `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
     create trigger refuse before delete on import_files for each row execute function public.refuse()`,
  )
  await app.admin.query(
    `insert into auth.mails (id, kind, email, due_at, done_at, outcome)
     values (gen_random_uuid(), 'recovery', 'old@example.com', null, now() - interval '31 days', 'sent')`,
  )
  await expect(forgetExpired(app.db)).rejects.toThrow('stored data could not be deleted')
  expect((await app.admin.query(`select from auth.mails where email = 'old@example.com'`)).rows).toEqual([])
  await app.admin.query('drop function public.refuse() cascade')
  expect(await forgetExpired(app.db)).toBe(1)
})

test('one transaction deletes a limited number of events, and at least one batch', async () => {
  const { org_id } = await app.signUp()
  await app.app.sequencer.drain()
  await app.admin.query('delete from feed_batches where org_id = $1', [org_id])
  for (const last of [10_003, 10_006, 10_009])
    await app.admin.query(
      `insert into feed_batches (org_id, first_number, last_number, xids, places, numbered_at)
       values ($1, $2::bigint - 2, $2, '{1,1,1}', '{1,2,3}', now() - make_interval(days => 91, secs => -$2::integer))`,
      [org_id, last],
    )
  await app.admin.query('update feed_state set newest = 20000 where org_id = $1', [org_id])
  const forgotten = async (events: number) =>
    (await app.admin.query<{ gone: number }>('select app.forget_events($1) as gone', [events])).rows[0]?.gone
  expect([await forgotten(2), await forgotten(4), await forgotten(4)]).toEqual([1, 2, 0])
})

test('notifications are kept for 90 days', async () => {
  const { org_id, user_id } = await app.signUp()
  const insert = (age: string) =>
    app.admin.query(
      `insert into notifications (org_id, user_id, id, kind, cause, title, subject_kind, whole, shown, happened_at)
       values ($1, $2, gen_random_uuid(), 'low_stock', $3::text, $3::text, 'settings', false, true, clock_timestamp() - $3::text::interval)`,
      [org_id, user_id, age],
    )
  for (const age of ['1 hour', '89 days 23 hours', '90 days 1 hour', '200 days']) await insert(age)
  expect(await forgetExpired(app.db)).toBe(2)
  const { rows } = await app.admin.query('select title from notifications where org_id = $1 order by happened_at', [
    org_id,
  ])
  expect(rows).toEqual([{ title: '89 days 23 hours' }, { title: '1 hour' }])
})
