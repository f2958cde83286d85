import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProduct } from '../contract/products.ts'
import { signUp } from '../server/testing/app.ts'
import { makeInstallation } from '../server/testing/server-process.ts'

type Ended = { code: number; said: string }

/** `npm run check-ledger` on a data folder. */
function checkLedger(dataDir: string, ...options: string[]): Promise<Ended> {
  const environment = { ...process.env, ONHAND_DATA: dataDir, DATABASE_URL: '', DATABASE_ADMIN_URL: '' }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['tools/check-ledger.ts', ...options],
      { cwd: join(import.meta.dirname, '..'), env: environment },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

test('check-ledger works with the server running and stopped, and exits with 0 (sound), 1 (violated) or 2 (not checked)', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const me = await signUp(installation.url, 'owner@example.com')
  const { id } = await me.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 2, stock_quantity: 5 })
  const organization = `organization ${me.org_id}`
  const sound = await checkLedger(installation.dataDir)
  expect(sound).toMatchObject({ code: 0, said: expect.stringContaining('Every unit is accounted for.') })
  expect(sound.said).toContain(`${organization}: no violations`)

  const client = await installation.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update stock_levels set held = held + 3 where product_id = $1', [id])
  await client.end()
  const broken = await checkLedger(installation.dataDir)
  expect(broken.code).toBe(1)
  expect(broken.said).toContain(
    `${organization}:\n  violated: balances-are-the-sum-of-movements (1 row)\n  violated: nothing-is-created`,
  )
  expect(broken.said).not.toContain(id)

  await server.end('SIGTERM')
  const shown = await checkLedger(installation.dataDir, '--rows')
  expect(shown.code).toBe(1)
  expect(shown.said).toContain(`"product_id":"${id}"`)
  // The check has stopped the PostgreSQL that it started.
  rmSync(join(installation.dataDir, 'postgres'), { recursive: true })
  expect(await checkLedger(installation.dataDir)).toMatchObject({
    code: 2,
    said: expect.stringContaining('There is no Onhand data'),
  })
})
