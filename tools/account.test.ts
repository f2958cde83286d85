import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { signUp } from '../server/testing/app.ts'
import { post, signedIn } from '../server/testing/identity.ts'
import { secondFactor } from '../server/testing/second-factors.ts'
import { makeInstallation } from '../server/testing/server-process.ts'

// An entire server is started here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

test('while the server runs, the operator can print a sign-in link, unlock an account and reset its second factors; without its key the server can start again', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const { email } = await signUp(installation.url, 'owner@example.com')
  const run = async (...args: string[]) => {
    const env = {
      ...process.env,
      ONHAND_DATA: installation.dataDir,
      DATABASE_URL: '',
      DATABASE_ADMIN_URL: '',
      SITE_URL: 'https://stock.example.com',
    }
    const options = { cwd: join(import.meta.dirname, '..'), env }
    return promisify(execFile)(process.execPath, ['tools/account.ts', ...args], options)
  }
  const { stdout } = await run('link', email, 'recovery')
  const link = /https:\/\/stock\.example\.com\/auth\/confirm\?token_hash=(\w+)&type=recovery/.exec(stdout)
  const opened = await post(installation.url, '/verify', { token_hash: link?.[1], type: 'recovery' })
  expect([opened.status, opened.body['user']]).toMatchObject([200, { email }])
  expect((await run('unlock', email)).stdout).toContain('was not locked')
  const { tab } = await signedIn(installation.url, email)
  await secondFactor(tab)
  expect((await run('reset-mfa', email)).stdout).toContain('Removed the second factors (1) and passkeys (0)')
  expect((await run('reset-mfa', email)).stdout).toContain('has no second factor')
  expect((await (await signedIn(installation.url, email)).tab.mfa.listFactors()).data?.all).toEqual([])
  const wrongOnes = [
    [],
    ['link', email],
    ['link', email, 'everything'],
    ['unlock'],
    ['reset-mfa'],
    ['reset-mfa', email, 'x'],
  ]
  for (const wrong of wrongOnes)
    await expect(run(...wrong), wrong.join(' ')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage:'),
    })
  await expect(run('link', 'unknown@example.com', 'recovery')).rejects.toMatchObject({
    stderr: 'There is no account for unknown@example.com.\n',
  })
  await expect(run('forget-secrets')).rejects.toMatchObject({ stderr: expect.stringContaining('nothing is lost') })

  const refresh_token = (await signedIn(installation.url, email)).session.refresh_token
  await server.end('SIGTERM')
  rmSync(join(installation.dataDir, 'secret-key'))
  await expect(installation.start()).rejects.toThrow('encrypted with another key')
  expect((await run('forget-secrets')).stdout).toContain('Removed 2 encrypted secrets')
  await installation.start()
  const refreshed = await post(installation.url, '/token?grant_type=refresh_token', { refresh_token })
  expect(refreshed.status).toBe(200)
})
