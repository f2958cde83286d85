import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { forgetSealed, loadSecrets, sealedIn } from './secret-key.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'onhand-key-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const key = () => randomBytes(32).toString('base64')

test('the first start creates a key that only its account can read, and later starts use it', async () => {
  const { db } = await testDatabase()
  const dataDir = folder()
  // Two servers that start together on one folder agree.
  const [first, second] = await Promise.all([loadSecrets(db, null, dataDir), loadSecrets(db, null, dataDir)])
  expect(second.open(first.seal('x', 'y'), 'y')).toBe('x')
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
  const later = await loadSecrets(db, null, dataDir)
  expect(later.open(first.seal('x', 'y'), 'y')).toBe('x')
})

test("a server without its database's key doesn't start, creates no other key and says what to do", async () => {
  const { db } = await testDatabase()
  await loadSecrets(db, key(), folder())
  const restored = folder()
  await expect(loadSecrets(db, null, restored)).rejects.toThrow('encrypted with another key')
  expect(readdirSync(restored)).toEqual([])
  await expect(loadSecrets(db, key(), restored)).rejects.toThrow('put the file "secret-key"')
  // An empty file, as after a full disk, isn't a key.
  writeFileSync(join(restored, 'secret-key'), '')
  await expect(loadSecrets(db, null, restored)).rejects.toThrow('32 bytes')
})

test('a key moved from the folder to the environment, or rotated there, keeps everything readable', async () => {
  const { db, admin } = await testDatabase()
  const dataDir = folder()
  const kept = await loadSecrets(db, null, dataDir)
  const context = sealedIn('sealed_private_jwk', 'k1')
  await admin.query(
    `insert into auth.signing_keys (kid, algorithm, sealed_private_jwk, public_jwk) values ('k1', 'ES256', $1, '{}')`,
    [kept.seal('{"d":1}', context)],
  )
  const named = key()
  await loadSecrets(db, named, dataDir)
  rmSync(join(dataDir, 'secret-key'))
  const rotated = key()
  await loadSecrets(db, `${rotated},${named}`, dataDir)
  const secrets = await loadSecrets(db, rotated, dataDir)
  const { rows } = await admin.query<{ sealed: string }>('select sealed_private_jwk as sealed from auth.signing_keys')
  expect(secrets.open(rows[0]?.sealed ?? '', context)).toBe('{"d":1}')
  await expect(loadSecrets(db, named, dataDir)).rejects.toThrow('encrypted with another key')
})

test('a rotation that is interrupted is finished by the next start, for any number of rows', async () => {
  const { db, admin } = await testDatabase()
  const [dataDir, old, rotated] = [folder(), key(), key()]
  const before = await loadSecrets(db, old, dataDir)
  const { rows: users } = await admin.query<{ id: string }>(
    `insert into auth.users (id, email, own_org_id)
     select gen_random_uuid(), n || '@example.com', gen_random_uuid() from generate_series(1, 1100) n returning id`,
  )
  const ids = users.map(({ id }) => id)
  const sealed = (id: string) => before.seal(id, sealedIn('sealed_secret', id))
  await admin.query(
    `insert into auth.factors (id, user_id, factor_type, status, friendly_name, sealed_secret)
     select id, id, 'totp', 'verified', 'phone', sealed from unnest($1::uuid[], $2::text[]) n (id, sealed)`,
    [ids, ids.map(sealed)],
  )
  const last = ids.toSorted().at(-1)!
  const setLast = (value: string) =>
    admin.query('update auth.factors set sealed_secret = $1 where id = $2', [value, last])
  await setLast(before.seal('of another row', 'x'))
  await expect(loadSecrets(db, `${rotated},${old}`, dataDir)).rejects.toThrow('sealed for another row')
  // Without the old key, it wasn't finished.
  await expect(loadSecrets(db, rotated, dataDir)).rejects.toThrow('encrypted with another key')
  await setLast(sealed(last))
  await loadSecrets(db, `${rotated},${old}`, dataDir)
  const after = await loadSecrets(db, rotated, dataDir)
  const { rows } = await admin.query<{ id: string; sealed: string }>(
    'select id, sealed_secret as sealed from auth.factors',
  )
  expect(rows).toHaveLength(1_100)
  for (const row of rows) expect(after.open(row.sealed, sealedIn('sealed_secret', row.id))).toBe(row.id)
})

test('what a server that still had the old key first has sealed is resealed when that one has the new key first', async () => {
  const { db, admin } = await testDatabase()
  const [dataDir, old, rotated] = [folder(), key(), key()]
  const other = await loadSecrets(db, `${old},${rotated}`, folder())
  await loadSecrets(db, `${rotated},${old}`, dataDir)
  const context = sealedIn('sealed_private_jwk', 'k1')
  await admin.query(
    `insert into auth.signing_keys (kid, algorithm, sealed_private_jwk, public_jwk) values ('k1', 'ES256', $1, '{}')`,
    [other.seal('{"d":1}', context)],
  )
  await loadSecrets(db, `${rotated},${old}`, dataDir)
  const { rows } = await admin.query<{ sealed: string }>('select sealed_private_jwk as sealed from auth.signing_keys')
  expect((await loadSecrets(db, rotated, dataDir)).open(rows[0]?.sealed ?? '', context)).toBe('{"d":1}')
})

test('an unreadable key ends the start instead of creating another one', async () => {
  const { db } = await testDatabase()
  const dataDir = folder()
  mkdirSync(join(dataDir, 'secret-key'))
  await expect(loadSecrets(db, null, dataDir)).rejects.toThrow('EISDIR')
})

test('data encrypted with a lost key can be removed, and only then', async () => {
  const { db, admin } = await testDatabase()
  const [dataDir, elsewhere] = [folder(), folder()]
  await expect(forgetSealed(db, null, dataDir)).rejects.toThrow('Nothing in this database is encrypted')
  const lost = await loadSecrets(db, null, dataDir)
  await admin.query(
    `insert into auth.signing_keys (kid, algorithm, sealed_private_jwk, public_jwk) values ('k1', 'ES256', $1, '{}')`,
    [lost.seal('{}', sealedIn('sealed_private_jwk', 'k1'))],
  )
  const { rows } = await admin.query(
    `insert into auth.users (id, email, own_org_id) values (gen_random_uuid(), 'jane@example.com', gen_random_uuid()) returning id`,
  )
  for (const [type, sealed] of [
    ['totp', 'sealed'],
    ['recovery_code', null],
  ])
    await admin.query(
      `insert into auth.factors (id, user_id, factor_type, status, friendly_name, sealed_secret)
       values (gen_random_uuid(), $1, $2, 'verified', $2, $3)`,
      [rows[0].id, type, sealed],
    )
  await expect(forgetSealed(db, null, dataDir)).rejects.toThrow('nothing is lost')
  await expect(loadSecrets(db, null, elsewhere)).rejects.toThrow('encrypted with another key')
  expect(await forgetSealed(db, null, elsewhere)).toBe(2)
  // Recovery codes alone would lock their owner out.
  expect((await admin.query('select 1 from auth.factors')).rows).toEqual([])
  const found = await loadSecrets(db, null, elsewhere)
  expect(found.open(found.seal('x', 'y'), 'y')).toBe('x')
  expect((await admin.query('select 1 from auth.signing_keys')).rows).toEqual([])
})
