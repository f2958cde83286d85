import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { refreshStatistics } from './statistics.ts'

/** One set of `limits.importChunk` after the other, so that the database holds one statement's worth of rows at a time and progress can be told. */
export async function eachChunk<T>(
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += limits.importChunk)
    await work(items.slice(start, start + limits.importChunk), start)
}

/**
 * The same for rows that are new. After the first set the planner is told what is there: of an organisation that it believes to be empty, a
 * foreign-key check reads every row (any index that begins with the organisation seems as good as the primary key), and time grew with the
 * square of the rows.
 */
export async function inChunks<T>(
  tx: Tx,
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  await eachChunk(items, async (chunk, done) => {
    await work(chunk, done)
    if (done === 0) await refreshStatistics(tx, items.length)
  })
}
