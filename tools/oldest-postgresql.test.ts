import { expect, test } from 'vitest'
import { checkOldestPostgresql, problemsOf } from './oldest-postgresql.ts'

test('no query uses what the oldest supported PostgreSQL doesn’t have', () => {
  const source = `
    // any_value(a) in a comment
    const id = uuidv7()
    const rows = tx.all(sql\`
      select any_value(m.quantity), my_date_add(m.id), t.crc32(m.id) from stock_movements m -- not json_table(m.id)
      where m.id = $1\`)`
  expect(problemsOf('server/stock/list.ts', source)).toEqual([
    'server/stock/list.ts uses any_value, which PostgreSQL 15 doesn’t have.',
  ])
  expect(problemsOf('db/functions/a.sql', 'select json_table (x)')).toHaveLength(1)
  expect(checkOldestPostgresql()).toEqual([])
})
