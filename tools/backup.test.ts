import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runningPostmaster, stopPostmaster } from '../server/platform/postgres/postmaster.ts'
import { makeInstallation } from '../server/testing/server-process.ts'

// An entire server is started, killed and copied here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

/** Runs the command and returns its exit code and output. */
function backUp(dataDir: string, to: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ONHAND_DATA: dataDir, DATABASE_URL: '', DATABASE_ADMIN_URL: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'backup.ts'), to], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    )
  })
}

test('a database that outlived its server is backed up, once at a time; a failed copy is removed; only a stopped one may be copied', async () => {
  const installation = await makeInstallation()
  const { dataDir } = installation
  const server = await installation.start()
  await server.end('SIGKILL')
  const cluster = join(dataDir, 'postgres')
  const left = runningPostmaster(cluster)
  expect(left?.ready).toBe(true)
  const unreadable = join(dataDir, 'files/loop')
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  symlinkSync(unreadable, unreadable)
  const failed = await backUp(dataDir, `${dataDir}-failed`)
  expect(failed.output).toContain('Backup failed: ELOOP')
  expect(existsSync(`${dataDir}-failed.unfinished`)).toBe(false)
  rmSync(unreadable)
  expect(await backUp(dataDir, `${dataDir}-copy`)).toMatchObject({ code: 0 })
  expect(existsSync(`${dataDir}-copy/postgres/backup_label`)).toBe(true)

  // As from two schedules: the second leaves the first one's copy alone.
  const both = await Promise.all([backUp(dataDir, `${dataDir}-both`), backUp(dataDir, `${dataDir}-both`)])
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]))
  expect(both.find(({ code }) => code === 1)?.output).toContain('Another backup is running. Wait until it’s done.')
  for (const name of ['backup_label', 'PG_VERSION', 'global/pg_control', 'base'])
    expect(existsSync(`${dataDir}-both/postgres/${name}`)).toBe(true)

  await stopPostmaster(left?.pid ?? 0)
  const refused = await backUp(dataDir, `${dataDir}-again`)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.output).toContain('While it is stopped, you can copy the folder itself.')
})
