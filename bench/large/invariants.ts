import type pg from 'pg'
import { readInvariants } from '../../ledger/invariants.ts'

export type Checked = { name: string; broken: number; seconds: number }

/** Runs every invariant over the loaded data, as an administrator. Each must return no rows. */
export async function* checkInvariants(client: pg.Client): AsyncGenerator<Checked> {
  await client.query(`set work_mem = '1GB'; set max_parallel_workers_per_gather = 2`)
  for (const { name, text } of await readInvariants()) {
    const begin = performance.now()
    const { rowCount } = await client.query(text)
    yield { name, broken: rowCount ?? 0, seconds: (performance.now() - begin) / 1_000 }
  }
}
