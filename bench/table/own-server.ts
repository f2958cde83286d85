import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import { violatedInvariants } from '../../ledger/invariants.ts'
import { load } from '../load/load.ts'
import { signUp } from '../kit/person.ts'
import { posting } from '../load/posting.ts'
import { seedProducts } from '../kit/seed.ts'
import { type BenchServer, memoryMb, startServer, watchMemory } from '../kit/server.ts'
import { list, send, workbook } from '../kit/workbook.ts'
import type { Row } from './row.ts'

const products = 10_000
const imported = 100_000
const idleSeconds = 10

/** Rows that need a separate server: its memory and start time, and an import into an empty one. */
const memory: Row = {
  name: 'memory-and-start',
  what: 'Memory of a new server, under postings with 32 connections, and its next start, with 10,000 products there',
  figures: [
    { name: 'idle', unit: 'MB', better: 'less', target: { of: 'figure', reach: 130, goal: 100 } },
    { name: 'under postings', unit: 'MB', better: 'less', target: { of: 'figure', reach: 300, goal: 200 } },
    { name: 'start with data', unit: 's', better: 'less', target: { of: 'figure', reach: 1.5, goal: 1 } },
  ],
  floor: 'none',
  async prepare() {
    return async ({ seconds }) => {
      const dataDir = join(tmpdir(), `onhand-bench-${randomBytes(4).toString('hex')}`)
      try {
        const first = await startServer(dataDir)
        const used = await withServer(first, async () => {
          await sleep(idleSeconds * 1_000)
          const idleMb = await memoryMb(first.pid)
          const { loaded, peakMb } = await postAndWatch(first, 2 * seconds)
          return { idleMb, peakMb, loaded, violated: await violatedIn(first) }
        })
        const again = await startServer(dataDir)
        await again.stop()
        const { idleMb, peakMb, loaded, violated } = used
        return { load: loaded, figures: [idleMb, peakMb, again.startedInMs / 1_000], violated }
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
    }
  },
}

const importing: Row = {
  name: 'import-100000',
  what: 'Import of 100,000 products with stock into a new server, in as few files as it takes',
  figures: [
    { name: 'read and imported', unit: 's', better: 'less', target: { of: 'figure', reach: 60, goal: 30 } },
    { name: 'memory of the server', unit: 'MB', better: 'less', target: { of: 'figure', reach: 400 } },
    { name: 'in', unit: 'files', better: 'less' },
  ],
  floor: 'none',
  async prepare() {
    const perFile = Math.min(imported, limits.importRowsPerSheet)
    const files: Uint8Array<ArrayBuffer>[] = []
    for (let first = 0; first < imported; first += perFile) files.push(workbook(list(perFile, first)))
    return async () => {
      const server = await startServer()
      return withServer(server, async () => {
        const person = await signUp(server)
        const watch = watchMemory(server.pid)
        try {
          const begin = performance.now()
          for (const bytes of files) {
            const { id, preview } = await send(server, person, bytes)
            if (preview.problems.length > 0)
              throw new Error(`problems: ${JSON.stringify(preview.problems.slice(0, 3))}`)
            await person.send('POST', '/imports', { import_file_id: id })
          }
          const seconds = (performance.now() - begin) / 1_000
          const summary = await person.send<{ products: number }>('GET', '/products/summary')
          if (summary.products !== imported) throw new Error(`${summary.products} products were imported`)
          return { load: null, figures: [seconds, watch.peakMb(), files.length], violated: await violatedIn(server) }
        } finally {
          watch.stop()
        }
      })
    }
  },
}

async function withServer<T>(server: BenchServer, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await server.stop()
  }
}

async function postAndWatch(server: BenchServer, seconds: number) {
  const person = await signUp(server)
  const seeder = await server.connect()
  const seeded = await seedProducts(seeder, person, products)
  await seeder.end()
  const watch = watchMemory(server.pid)
  try {
    const next = () => ({ path: '/api/v1/transactions', body: posting(seeded) })
    const loaded = await load(server, { headers: person.headers, method: 'POST', connections: 32, seconds, next })
    return { loaded, peakMb: watch.peakMb() }
  } finally {
    watch.stop()
  }
}

async function violatedIn(server: BenchServer): Promise<string[]> {
  const client = await server.connect()
  try {
    return (await violatedInvariants(client)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

export const ownServerRows: Row[] = [memory, importing]
