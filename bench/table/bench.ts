import type pg from 'pg'
import { type Floor, openFloor } from '../floor/floor.ts'
import { signUp } from '../kit/person.ts'
import { type Shop, seedProducts } from '../kit/seed.ts'
import { type BenchServer, startServer } from '../kit/server.ts'

/** What rows are measured with: one server, and the floor in the same cluster. */
export type Bench = {
  server: BenchServer
  /** A superuser's connection to the product's database. */
  admin: pg.Client
  floor: Floor
  /** The length of one run, and of the long one at half load. */
  seconds: number
  minutes: number
  /** Creates something when a row first requests it, and then waits until the machine is idle. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openBench(
  seconds: number,
  minutes: number,
  environment: Record<string, string> = {},
): Promise<Bench> {
  const server = await startServer(undefined, environment)
  try {
    const admin = await server.connect()
    // For the invariants, which sort whole ledgers.
    await admin.query(`set work_mem = '256MB'`)
    const floor = await openFloor(server)
    const made = new Map<string, Promise<unknown>>()
    return {
      server,
      admin,
      floor,
      seconds,
      minutes,
      async once<T>(name: string, make: () => Promise<T>) {
        const before = made.get(name)
        if (before) return before as Promise<T>
        const result = make()
        made.set(name, result)
        await result
        // Written data must not be flushed to disk while a row is measured.
        await admin.query('checkpoint')
        return result
      },
      async close() {
        await floor.close()
        await admin.end()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * Returns an organization with this many products, each with plenty of stock; the same one for all rows, unless a row
 * requests its own.
 */
export function shopWith(bench: Bench, products: number, name = 'any'): Promise<Shop> {
  return bench.once(`${products} products: ${name}`, async () => {
    const person = await signUp(bench.server)
    return { person, ...(await seedProducts(bench.admin, person, products)) }
  })
}
