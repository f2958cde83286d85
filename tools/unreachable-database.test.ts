import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from './shared/free-port.ts'

const project = join(import.meta.dirname, '..')

test.each([['check-ledger.ts'], ['audit.ts', 'verify'], ['account.ts', 'unlock', 'jane@example.com']])(
  '%s names a PostgreSQL that can’t be reached, and the setting to check',
  async (tool, ...args) => {
    const port = await freePort()
    const address = `postgresql://admin:secret@127.0.0.1:${port}/onhand`
    const env = { ...process.env, DATABASE_ADMIN_URL: address, DATABASE_APP_PASSWORD: 'a password of the app role' }
    const run = promisify(execFile)(process.execPath, [`tools/${tool}`, ...args], { cwd: project, env })
    await expect(run).rejects.toMatchObject({
      stderr: expect.stringMatching(
        new RegExp(`PostgreSQL can’t be reached at 127\\.0\\.0\\.1:${port} \\(ECONNREFUSED\\)\\. Check DATABASE_URL`),
      ),
    })
  },
)
