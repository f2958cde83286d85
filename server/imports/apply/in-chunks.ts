import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db.ts'
import { describeNewRows, discardQueryPlans } from './query-plans.ts'

/** A smaller import finishes before autovacuum runs. */
const manyRows = 16 * limits.importChunk

/**
 * One set of `limits.importChunk` after the other, so that the database holds one statement's worth of rows at a time
 * and progress can be reported.
 */
export async function eachChunk<T>(
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += limits.importChunk)
    await work(items.slice(start, start + limits.importChunk), start)
}

/**
 * The same for new rows. After 1, 2, 4, 8 … sets the statements are replanned, because the tables have doubled since
 * they were last planned; from 16 sets on, based on the actual rows.
 */
export async function inChunks<T>(
  tx: Tx,
  org_id: string,
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  let planAfter: number = limits.importChunk
  await eachChunk(items, async (chunk, before) => {
    await work(chunk, before)
    const done = before + chunk.length
    if (done < planAfter || done === items.length) return
    planAfter = done * 2
    if (done < manyRows) await discardQueryPlans(tx)
    else await describeNewRows(tx, org_id)
  })
}
