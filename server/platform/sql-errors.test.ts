import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { refusalFromSql } from './sql-errors.ts'

const { admin, connection } = await testDatabase()

test('a statement that takes too long is refused as busy, without blaming other people', async () => {
  await admin.query(`set statement_timeout = '20ms'`)
  const error = await admin.query('select pg_sleep(5)').catch((reason: unknown) => reason)
  await admin.query('reset statement_timeout')
  const message = 'The server is busy right now. Try again in a moment.'
  expect(refusalFromSql(error)).toMatchObject({ code: 'busy', message })
})

test('a lock that isn’t free in time is refused because other people are changing the same records', async () => {
  const other = new pg.Client(connection)
  await other.connect()
  try {
    await other.query('begin; lock table organizations')
    await admin.query(`set lock_timeout = '20ms'`)
    const error = await admin.query('select from organizations').catch((reason: unknown) => reason)
    const message = 'Other people are changing the same records right now. Try again in a moment.'
    expect(refusalFromSql(error)).toMatchObject({ code: 'busy', message })
  } finally {
    await admin.query('reset lock_timeout')
    await other.end()
  }
})
