import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { BenchServer } from '../kit/server.ts'

const settings = ['fsync', 'synchronous_commit', 'full_page_writes'] as const
/** In-memory file systems of Linux, where a sync to disk has no effect. */
const inMemory: Record<number, string> = { 0x01021994: 'tmpfs', 0x858458f6: 'ramfs' }

export type Durability = Record<(typeof settings)[number], string>

/**
 * The settings that make a commit durable, as seen by the product's role and the floor's. Throws if any is off or the
 * data is in memory, because figures from such a server mean nothing.
 */
export async function requireDurability(server: BenchServer, floor: pg.Client): Promise<Durability> {
  const product = await server.connect('onhand_app')
  try {
    const [ofProduct, ofFloor] = [await durabilityOf(product), await durabilityOf(floor)]
    for (const name of settings)
      for (const found of [ofProduct, ofFloor])
        if (found[name] !== 'on') throw new Error(`${name} is ${found[name]}: the bench measures durable commits only`)
    const { type } = await statfs(server.clusterDir)
    const kind = inMemory[type]
    if (kind) throw new Error(`the database is on a ${kind}, in memory: set TMPDIR to a folder on a disk`)
    return ofProduct
  } finally {
    await product.end()
  }
}

async function durabilityOf(client: pg.Client): Promise<Durability> {
  const { rows } = await client.query<Durability>(
    `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
  )
  if (!rows[0]) throw new Error('the settings could not be read')
  return rows[0]
}
