import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db.ts'
import { discardQueryPlans } from './query-plans.ts'

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
 * The same for new rows. After 1, 2, 4, 8 … sets the statements are replanned, because the tables are twice as large as
 * when they were last planned.
 */
export async function inChunks<T>(
  tx: Tx,
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  let planAfter: number = limits.importChunk
  await eachChunk(items, async (chunk, before) => {
    await work(chunk, before)
    const done = before + chunk.length
    if (done < planAfter || done === items.length) return
    planAfter = done * 2
    await discardQueryPlans(tx)
  })
}
