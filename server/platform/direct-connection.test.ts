import { expect, inject, test } from 'vitest'
import { type Pooling, pooler } from '../testing/pooler.ts'
import { requireDirectConnection } from './direct-connection.ts'

const { host, port, superuser } = inject('cluster')
const direct = { host, port, user: superuser, database: 'postgres' }

test('PostgreSQL itself is accepted', async () => {
  await expect(requireDirectConnection(direct)).resolves.toBeUndefined()
})

const settings = 'The settings of Onhand’s connections don’t reach PostgreSQL'

test.each<[Pooling, string]>([
  ['refuses settings', settings],
  ['drops settings', settings],
  ['shares a connection', 'There is a connection pooler in transaction mode'],
])('a connection pooler that %s is refused', async (pooling, words) => {
  await expect(requireDirectConnection(await pooler(direct, pooling))).rejects.toThrow(words)
})

test('an address with options of its own, which would replace the server’s, is refused', async () => {
  const connectionString = `postgresql://${superuser}@localhost/postgres?host=${host}&port=${port}&options=-c%20work_mem%3D4MB`
  await expect(requireDirectConnection({ connectionString })).rejects.toThrow(settings)
})

test('a server that can’t be reached is reported as such', async () => {
  await expect(requireDirectConnection({ ...direct, host: '/nowhere' })).rejects.toThrow('ENOENT')
})
