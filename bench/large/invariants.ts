import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const folder = join(import.meta.dirname, '../../ledger/invariants')

export type Checked = { name: string; broken: number; seconds: number }

/** Runs every invariant over what was loaded, as an administrator. Each must return no rows. */
export async function* checkInvariants(client: pg.Client): AsyncGenerator<Checked> {
  await client.query(`set work_mem = '1GB'; set max_parallel_workers_per_gather = 2`)
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()) {
    const begin = performance.now()
    const { rowCount } = await client.query(await readFile(join(folder, file), 'utf8'))
    yield { name: file.replace('.sql', ''), broken: rowCount ?? 0, seconds: (performance.now() - begin) / 1_000 }
  }
}
