import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { createProduct } from '../../../contract/products.ts'
import { createSampleCompany } from '../../../contract/sample-company.ts'
import { readProductStock } from '../../../contract/stock.ts'
import { createTransaction } from '../../../contract/transactions.ts'
import { violations } from '../../support/database.ts'
import { signIn, signUp } from '../../support/person.ts'
import { newServer, type Server } from '../../support/server.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove()
})

async function aServer(): Promise<Server> {
  const server = await newServer()
  servers.push(server)
  return server
}

const backUp = (from: string, to: string) =>
  promisify(execFile)(process.execPath, ['tools/backup.ts', to], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, ONHAND_DATA: from, DATABASE_URL: '', DATABASE_ADMIN_URL: '' },
  })

test(
  'F23: a restored backup taken under load contains everything up to its end, and every invariant holds',
  { timeout: 240_000 },
  async () => {
    const [server, restored] = [await aServer(), await aServer()]
    await server.start()
    const person = await signUp(server.url)
    // Includes a sample company, whose rows have a mark and timestamps that others don't have.
    await person.call(createSampleCompany, {})
    const { id } = await person.call(createProduct, { name: 'Bolt', sku: 'BOLT', price: 1, stock_quantity: 10 })
    let posted = 0
    let going = true
    const poster = async () => {
      while (going) {
        await person.call(createTransaction, { product_id: id, type: 'adjustment', quantity: 1 })
        posted += 1
      }
    }
    const posting = Promise.all(Array.from({ length: 6 }, poster))
    await expect.poll(() => posted, { timeout: 60_000 }).toBeGreaterThan(50)
    const before = posted
    const { stdout } = await backUp(server.dataFolder, restored.dataFolder)
    const after = posted
    going = false
    await posting
    expect(after).toBeGreaterThan(before)
    await expect(backUp(server.dataFolder, restored.dataFolder)).rejects.toThrow('is not empty')
    await server.stop()
    await expect(backUp(server.dataFolder, `${restored.dataFolder}-2`)).rejects.toThrow('isn’t running')

    // The backup doesn't contain the key, because a key next to the backup would protect nothing. The message names it,
    // and without it the server doesn't start.
    const key = join(server.dataFolder, 'secret-key')
    expect(stdout).toContain(key)
    await expect(restored.start()).rejects.toThrow('encrypted with another key')
    copyFileSync(key, join(restored.dataFolder, 'secret-key'))
    await restored.start()
    const there = await signIn(restored.url, person)
    const { on_hand } = await there.call(readProductStock, { product_id: id })
    expect(on_hand).toBeGreaterThanOrEqual(10 + before)
    expect(on_hand).toBeLessThanOrEqual(10 + posted)
    expect(await violations(restored.dataFolder)).toEqual([])
    // The restored server works like any other.
    await there.call(createTransaction, { product_id: id, type: 'adjustment', quantity: 1 })
    expect((await there.call(readProductStock, { product_id: id })).on_hand).toBe(on_hand + 1)
  },
)
