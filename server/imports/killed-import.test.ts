import { expect, test, vi } from 'vitest'
import { readDashboard } from '../../contract/dashboard.ts'
import { uploadImportFile } from '../../contract/import-files.ts'
import { createImport, readImportProgress } from '../../contract/imports.ts'
import { listProducts } from '../../contract/products.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { signUp, type Client } from '../testing/app.ts'
import { makeInstallation, readyStatus, type Installation } from '../testing/server-process.ts'
import { importSheets, workbookFile } from './testing/workbooks.ts'

// Entire servers are started and stopped here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

/** Enough rows to be interrupted in the middle. */
const imported = 1_500

function bigWorkbook(): Buffer<ArrayBuffer> {
  return workbookFile(
    importSheets({
      products: Array.from({ length: imported }, (_, n) => [
        `Bolt ${n}`,
        `B-${n}`,
        null,
        'Bolts',
        2,
        1,
        10,
        1,
        null,
        null,
      ]),
      transactions: Array.from({ length: imported }, (_, n) => [`B-${n}`, 'in', 5, null, 'completed', 'USD']),
    }),
  )
}

/** Starts an import and resolves once it is writing, while it still runs. */
async function beginImport(client: Client): Promise<{ id: string; import_file_id: string; outcome: Promise<unknown> }> {
  const file = await client.call(uploadImportFile, { file_name: 'bolts.xlsx', file: bigWorkbook() })
  const id = newId()
  const outcome = client.call(createImport, { id, import_file_id: file.id }).catch((error: unknown) => error)
  await vi.waitFor(
    async () => {
      const progress = await client.call(readImportProgress, { id })
      expect(['products', 'stock']).toContain(progress.phase)
      expect(progress.done).toBeGreaterThan(0)
    },
    { timeout: 180_000, interval: 5 },
  )
  return { id, import_file_id: file.id, outcome }
}

const nothing = { products: 0, units: 0, categories: 0 }
const everything = { products: imported, units: imported * 15, categories: 1 }

async function stock(installation: Installation): Promise<typeof nothing> {
  const admin = await installation.connect()
  try {
    await expectSound({ admin })
    const { rows } = await admin.query(
      `select (select count(*) from products) as products, (select count(*) from categories) as categories,
         (select coalesce(sum(available), 0) from stock_levels) as units`,
    )
    return rows[0]
  } finally {
    await admin.end()
  }
}

test('an import interrupted by killing the server leaves nothing, and can be repeated', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const client = await signUp(installation.url, 'owner@example.com')
  const { id, import_file_id, outcome } = await beginImport(client)
  await server.end('SIGKILL')
  expect(await outcome).toBeInstanceOf(Error)

  await installation.start()
  expect(await stock(installation)).toEqual(nothing)
  await client.call(createImport, { id, import_file_id })
  expect(await stock(installation)).toEqual(everything)
  // The same request once more changes nothing.
  await client.call(createImport, { id, import_file_id })
  expect(await stock(installation)).toEqual(everything)
})

test('an import interrupted by killing PostgreSQL leaves all or nothing, and the server keeps running', async () => {
  const installation = await makeInstallation()
  await installation.start()
  const client = await signUp(installation.url, 'owner@example.com')
  const { id, import_file_id, outcome } = await beginImport(client)
  process.kill(installation.postgresPid(), 'SIGKILL')
  // The server may try again once PostgreSQL is back, or refuse: only the result counts.
  await outcome
  await vi.waitFor(async () => expect(await readyStatus(installation.url)).toBe(200), {
    timeout: 180_000,
    interval: 50,
  })
  const after = await stock(installation)
  expect([nothing, everything]).toContainEqual(after)
  await client.call(createImport, { id, import_file_id })
  expect((await client.call(listProducts, { limit: 1 })).items).toHaveLength(1)
  expect(await stock(installation)).toEqual(everything)
})

test('after everything is killed at once, the next start recovers', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const client = await signUp(installation.url, 'owner@example.com')
  const { outcome } = await beginImport(client)
  const postgres = installation.postgresPid()
  process.kill(postgres, 'SIGKILL')
  await server.end('SIGKILL')
  await outcome
  await installation.start()
  expect(await stock(installation)).toEqual(nothing)
  // Failed attempts aren't counted either.
  expect(await client.call(readDashboard, {})).toMatchObject(nothing)
})
