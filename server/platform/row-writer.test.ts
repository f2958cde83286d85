import { expect, test } from 'vitest'
import { z } from 'zod'
import { query } from '../../contract/endpoint.ts'
import { page } from '../../contract/paging.ts'
import { testDatabase } from '../testing/database.ts'
import { answerOf } from './answer-writer.ts'
import { sql, type Statement } from './sql.ts'

const { db } = await testDatabase({ maxConnections: 1 })

const item = z.object({
  id: z.string(),
  name: z.string().nullable(),
  price: z.number(),
  count: z.number(),
  is_low: z.boolean(),
  made_at: z.string(),
  due_on: z.string().nullable(),
  category: z.object({ id: z.string(), shelf: z.object({ no: z.number() }).nullable() }).nullable(),
  places: z.array(z.object({ name: z.string() })),
  words: z.array(z.string()),
})

const list = query({
  name: 'list_things',
  summary: '',
  path: '/things',
  permission: 'catalogue.read',
  input: z.strictObject({}),
  output: page(item),
})

const columns = sql`
  'a'::text as id, null as name, 1.50::numeric as price, 12345678901::bigint as count, true as is_low,
  timestamptz '2026-11-24 01:02:03.5+00' as made_at, date '2026-11-30' as due_on, 'c'::text as "category.id",
  7 as "category.shelf.no", json_build_array(json_build_object('name', 'Shop', 'secret', 1)) as places, array['x', 'y"'] as words`

/** The items as they are sent, read from rows and, for comparison, from objects. */
async function sent(rows: Statement<unknown>): Promise<{ items: unknown }> {
  const items = await db.transaction(null, (tx) => tx.raw<z.input<typeof item>>(rows as never))
  return JSON.parse(answerOf(list, { items, next: null }).json ?? '') as { items: unknown }
}

const written = {
  id: 'a',
  name: null,
  price: 1.5,
  count: 12345678901,
  is_low: true,
  made_at: '2026-11-24T01:02:03.5Z',
  due_on: '2026-11-30',
  category: { id: 'c', shelf: { no: 7 } },
  places: [{ name: 'Shop' }],
  words: ['x', 'y"'],
}

test('rows are written as the objects that their endpoint declares, in its order, and nothing else', async () => {
  const found = await sent(sql`select 'must never leave' as password_hash, ${columns}, 1 as position`)
  expect(found).toEqual({ items: [written], next: null })
  expect(JSON.stringify(found.items)).toBe(JSON.stringify([written]))
})

test('texts with any characters are unchanged, and no rows are an empty list', async () => {
  const text = 'a "quoted" \\ line\nwith \t\u0001 and é, 漢字, 🙂, \u2028'
  const rows = sql`select * from (select ${columns}) r`
  const named = sql`select r.*, ${text}::text as name from (select ${columns}) r`
  // Of columns with the same name the first one counts, as in an object that PostgreSQL creates from the row.
  expect(await sent(sql`select ${text}::text as name, r.* from (select ${columns}) r`)).toMatchObject({
    items: [{ name: text }],
  })
  expect(await sent(sql`${named}`)).toMatchObject({ items: [{ name: null }] })
  expect(await sent(sql`${rows} where false`)).toEqual({ items: [], next: null })
})

test('an object is null if its first column is', async () => {
  const without = (column: string) => sql`
    select ${sql.raw(column === 'category' ? `null as "category.id", null as "category.shelf.no"` : `'c' as "category.id", null::integer as "category.shelf.no"`)}, r.*
    from (select ${columns}) r`
  expect(await sent(without('category'))).toMatchObject({ items: [{ category: null }] })
  expect(await sent(without('shelf'))).toMatchObject({ items: [{ category: { id: 'c', shelf: null } }] })
})

test.each(['9999999999999999.5::numeric', '1234567890123456::bigint', `'NaN'::numeric`, `'Infinity'::numeric`])(
  'a number that a double can’t represent exactly is refused: %s',
  async (number) => {
    await expect(sent(sql`select ${sql.raw(number)} as price, r.* from (select ${columns}) r`)).rejects.toMatchObject({
      code: 'number_too_large',
    })
  },
)

test.each(['0.0000::numeric', '-12.3400::numeric', '-7::bigint', '99999999999.9999::numeric', '1e3::numeric'])(
  'a number is written as its value: %s',
  async (number) => {
    const value = Number(number.split('::')[0])
    expect(
      await sent(
        sql`select ${sql.raw(number.replace(/^-.*?(?=::)/, '($&)'))} as price, r.* from (select ${columns}) r`,
      ),
    ).toMatchObject({
      items: [{ price: value }],
    })
  },
)

test('a missing required field is refused, not left out', async () => {
  await expect(sent(sql`select 'a' as id`)).rejects.toThrow('the rows have no column name')
})
