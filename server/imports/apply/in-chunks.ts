import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db.ts'
import { describeNewRows, discardQueryPlans } from './query-plans.ts'

/** A smaller import finishes before autovacuum runs. */
const manyRows = 4_000

/** The first set is smaller: its statements are planned for empty tables, and some then take quadratic time. */
const firstChunk = limits.importChunk / 2

/**
 * One set of `limits.importChunk` after the other, so that the database holds one statement's worth of rows at a time
 * and progress can be reported. The first set is half as large.
 */
export async function eachChunk<T>(
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  for (let start = 0, end = firstChunk; start < items.length; start = end, end += limits.importChunk)
    await work(items.slice(start, end), start)
}

/**
 * The same for new rows. The statements are replanned after the first set and each time the tables have doubled since;
 * from 4,000 rows on, based on the actual rows.
 */
export async function inChunks<T>(
  tx: Tx,
  org_id: string,
  items: readonly T[],
  work: (chunk: T[], done: number) => Promise<void>,
): Promise<void> {
  let planAfter = firstChunk
  await eachChunk(items, async (chunk, before) => {
    await work(chunk, before)
    const done = before + chunk.length
    if (done < planAfter || done === items.length) return
    planAfter = done * 2
    if (done < manyRows) await discardQueryPlans(tx)
    else await describeNewRows(tx, org_id)
  })
}
