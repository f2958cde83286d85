import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { appSecret } from './app-secret.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'onhand-app-secret-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('servers that start together on one folder agree on the password, which only their account can read', async () => {
  const dataDir = folder()
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => appSecret(dataDir)))
  expect(first).toMatch(/^[\w-]{32}$/)
  for (const other of others) expect(other).toBe(first)
  expect(readdirSync(dataDir)).toEqual(['app-role-secret'])
  expect(statSync(join(dataDir, 'app-role-secret')).mode & 0o777).toBe(0o600)
})

test('an empty file isn’t taken for an empty password', async () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'app-role-secret'), '')
  await expect(appSecret(dataDir)).rejects.toThrow(`${join(dataDir, 'app-role-secret')} is empty`)
})
