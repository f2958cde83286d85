import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCategory } from '../contract/categories.ts'
import { renameMe } from '../contract/me.ts'
import { sealTrail, type Seal } from '../server/audit-trail/seal-trail.ts'
import { presentDatabase } from '../server/database.ts'
import { identityConfig } from '../server/identity/config.ts'
import { loadSigningKeys } from '../server/identity/signing-keys.ts'
import { readConfig } from '../server/platform/config.ts'
import { openDatabase } from '../server/platform/db.ts'
import { silentLog } from '../server/platform/log.ts'
import { loadSecrets } from '../server/platform/secret-key.ts'
import { signUp } from '../server/testing/app.ts'
import { makeInstallation } from '../server/testing/server-process.ts'

const projectDir = join(import.meta.dirname, '..')

type Ended = { code: number; said: string }

/** `npm run audit` on a data folder. */
function audit(dataDir: string, ...words: string[]): Promise<Ended> {
  const environment = { ...process.env, ONHAND_DATA: dataDir, DATABASE_URL: '', DATABASE_ADMIN_URL: '' }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['tools/audit.ts', ...words],
      { cwd: projectDir, env: environment },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

/** Runs the server's daily sealing now, with the keys of this data folder. */
async function seal(dataDir: string, org_id: string): Promise<Seal> {
  const config = readConfig({ ONHAND_DATA: dataDir }, projectDir)
  const { connection, stop } = await presentDatabase(config)
  const db = openDatabase(connection, silentLog)
  try {
    const keys = await loadSigningKeys(db, await loadSecrets(db, null, dataDir), identityConfig({}, null))
    let made: Seal | null = null
    // Everything below the horizon is sealed: other transactions of the server may still be running.
    await expect.poll(async () => (made = await sealTrail(db, keys, org_id)), { timeout: 30_000 }).not.toBeNull()
    return made as unknown as Seal
  } finally {
    await db.close()
    await stop()
  }
}

test("npm run audit -- verify finds one row changed by the database's owner: 0 sound, 1 changed, 2 not checked", async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const me = await signUp(installation.url, 'owner@example.com')
  await me.call(renameMe, { username: 'Anna Berg' })
  await me.call(createCategory, { name: 'Drinks', color: '#3B82F6' })
  await me.call(createCategory, { name: 'Food', color: '#3B82F6' })
  const { seal_no, hash, rows } = await seal(installation.dataDir, me.org_id)
  const organization = `organization ${me.org_id}`

  const sound = await audit(installation.dataDir, 'verify')
  expect(sound).toMatchObject({ code: 0, said: expect.stringContaining(`${organization}: ${rows} rows match 1 seal,`) })
  const expected = ['verify', me.org_id, '--expect', `${seal_no}:${hash}`]
  expect((await audit(installation.dataDir, ...expected)).code).toBe(0)
  expect(await audit(installation.dataDir, 'verify', me.org_id, '--expect', `1:${'0'.repeat(64)}`)).toMatchObject({
    code: 1,
    said: expect.stringContaining('seal 1 differs from the one that was sent'),
  })

  const owner = await installation.connect()
  const changed = await owner.query(
    `update audit_trail set new_values = jsonb_set(new_values, '{name}', '"Beverages"')
     where org_id = $1 and item_name = 'Drinks' returning id`,
    [me.org_id],
  )
  await owner.end()
  expect(changed.rowCount).toBe(1)
  const broken = await audit(installation.dataDir, ...expected)
  expect(broken.code).toBe(1)
  expect(broken.said).toContain(`${organization}: DOES NOT MATCH: audit_trail ${changed.rows[0].id} was changed`)

  // The same with the server stopped: the command starts and ends its own PostgreSQL.
  await server.end('SIGTERM')
  expect((await audit(installation.dataDir, 'verify')).said).toContain(`audit_trail ${changed.rows[0].id} was changed`)
  expect(await audit(installation.dataDir, 'verify', 'nothing')).toMatchObject({
    code: 2,
    said: expect.stringContaining('Usage'),
  })
  expect(await audit(`${installation.dataDir} elsewhere`, 'verify')).toMatchObject({ code: 2 })
})
