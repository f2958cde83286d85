import { describe, expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { keyset, pageOf, type SortOrder } from './paging.ts'
import { sql } from './sql.ts'

const { db } = await testDatabase()

const sort = (direction: 'asc' | 'desc'): SortOrder => ({
  name: `size_${direction}`,
  direction,
  columns: [
    { by: sql`size`, type: 'bigint' },
    { by: sql`id`, type: 'uuid' },
  ],
})

/** 200 rows whose sort value repeats, some beyond what a double holds. */
function readPage(order: SortOrder, cursor: string | undefined, limit: number) {
  const { key, after, order: by } = keyset(order, cursor)
  return db.transaction(null, async (tx) => {
    const rows = await tx.all(sql<{ number: number; page_key: string[] }>`
      select number, ${key} from (
        select n as number, 900719925474099300 + n % 7 as size, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id
        from generate_series(1, 200) as n) as rows
      where ${after} ${by} limit ${limit + 1}`)
    return pageOf(rows, limit, order)
  })
}

describe('the values of a cursor', () => {
  const of = (type: SortOrder['columns'][number]['type'], value: string) => () =>
    keyset(
      { name: 'one', direction: 'asc', columns: [{ by: sql`one`, type }] },
      Buffer.from(JSON.stringify(['one', value])).toString('base64url'),
    )

  it.each([
    ['date', '2026-02-28', '2026-02-31'],
    ['date', 'infinity', '2026-2-1'],
    ['date', '0001-01-01', '0000-01-01'],
    ['timestamptz', '2024-02-29 23:59:59+00', '2026-02-31 10:00:00+00'],
    ['timestamptz', '12345-01-01 00:00:00+00', '999999-12-31 00:00:00+00'],
    ['timestamptz', '-infinity', '2026-02-28 25:00:00+00'],
    ['timestamptz', '2026-02-28 10:00:00.123456+00', '2026-02-28T10:00:00Z'],
    ['numeric', '-12.5', '1e5'],
    ['boolean', 'true', 't'],
    ['text', 'any', 'a\0b'],
    ['uuid', '00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-00000000000'],
  ] as const)('of a %s can be %s but not %s', (type, right, wrong) => {
    expect(of(type, right)).not.toThrow()
    expect(of(type, wrong)).toThrow('cursor')
  })
})

describe('keyset paging', () => {
  it.each(['asc', 'desc'] as const)('visits every row exactly once, %s', async (direction) => {
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await readPage(sort(direction), cursor, 9)
      seen.push(...page.items.map((item) => item.number))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(200)
    expect(new Set(seen).size).toBe(200)
  })

  it('ends with null when the last page is exactly full', async () => {
    const page = await readPage(sort('asc'), undefined, 200)
    expect(page.items).toHaveLength(200)
    expect(page.next).toBeNull()
  })

  it.each([
    ['not base64 JSON', 'zzz'],
    ['another sort', Buffer.from(JSON.stringify(['name', 'a', 'b'])).toString('base64url')],
    ['SQL for a number', Buffer.from(JSON.stringify(['size_asc', '1; drop table x', 'a'])).toString('base64url')],
    ['an object', Buffer.from(JSON.stringify({ a: 1 })).toString('base64url')],
    ['of too few values', Buffer.from(JSON.stringify(['size_asc', '1'])).toString('base64url')],
    ['a number where a text is', Buffer.from(JSON.stringify(['size_asc', 1, 'a'])).toString('base64url')],
  ])('refuses a cursor that is %s', (_what, cursor) => {
    expect(() => keyset(sort('asc'), cursor)).toThrow('cursor')
  })
})
