import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { refusalFromSql } from './sql-errors.ts'

const { admin, connection } = await testDatabase()

/** The error of a statement in a transaction with this setting, which ends with the transaction. */
async function errorOf(setting: string, statement: string): Promise<unknown> {
  await admin.query(`begin; set local ${setting}`)
  const error = await admin.query(statement).catch((reason: unknown) => reason)
  await admin.query('rollback')
  return error
}

test('a statement that takes too long is refused as busy, without blaming other people', async () => {
  const error = await errorOf(`statement_timeout = '100ms'`, 'select pg_sleep(60)')
  const message = 'The server is busy right now. Try again in a moment.'
  expect(refusalFromSql(error)).toMatchObject({ code: 'busy', message })
})

test('a lock that isn’t free in time is refused because other people are changing the same records', async () => {
  const other = new pg.Client(connection)
  await other.connect()
  try {
    await other.query('begin; lock table organizations')
    const error = await errorOf(`lock_timeout = '100ms'`, 'select from organizations')
    const message = 'Other people are changing the same records right now. Try again in a moment.'
    expect(refusalFromSql(error)).toMatchObject({ code: 'busy', message })
  } finally {
    await other.end()
  }
})
