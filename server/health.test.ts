import fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountHealth } from './health.ts'
import { openDatabase } from './platform/db.ts'
import { silentLog } from './platform/log.ts'
import { testDatabase } from './testing/database.ts'

const { admin, name, connection } = await testDatabase()

test('a server whose database became read-only is not ready, and is again once its address leads to one that is not', async () => {
  const db = openDatabase(connection, silentLog, { maxConnections: 1 })
  const http = fastify()
  mountHealth(http, db)
  const ready = async () => (await http.inject('/ready')).statusCode
  // Connections that are open keep the setting, as they would keep a primary that became a standby.
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  expect([await ready(), await ready()]).toEqual([503, 503])
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  expect(await ready()).toBe(200)
  expect((await http.inject('/health')).statusCode).toBe(200)
  await http.close()
  await db.close()
})
