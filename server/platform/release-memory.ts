import { getHeapStatistics } from 'node:v8'

/**
 * Collects garbage as thoroughly as V8 can and returns the freed memory to the system. Nothing else runs meanwhile, for
 * a tenth of a second: called after the start, which leaves 30 MB that V8 would otherwise keep until it needs them.
 * Does nothing in a process started without `--expose-gc`, which the launcher passes.
 */
export function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** A busy server without such work keeps less. */
const keptBytes = 100 * 2 ** 20

/**
 * The same after work that needed a lot of memory, if V8 keeps it: an import of 50,000 products leaves the server at
 * 410 MB, which the next one would come on top of.
 */
export function releaseAfterPeak(): void {
  if (getHeapStatistics().total_heap_size > keptBytes) releaseMemory()
}
