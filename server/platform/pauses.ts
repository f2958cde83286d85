import { setImmediate } from 'node:timers/promises'

/** Reading the clock for every item would take longer than some items. */
const pieceSize = 100
const busyMs = 10

/**
 * The items of a long list in pieces. Whenever the caller has worked on them for 10 ms, what else waits in this process
 * runs first, so that a list of any length delays no other request by much.
 */
export async function* withPauses<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  let since = performance.now()
  for (let start = 0; start < items.length; start += pieceSize) {
    yield items.slice(start, start + pieceSize)
    if (performance.now() - since < busyMs) continue
    await setImmediate()
    since = performance.now()
  }
}
