import { Refusal } from './refusal.ts'

/** Runs work on the same records one after the other. */
export type KeyLocks = Readonly<{
  /**
   * Runs `work` after all earlier work of the same scope that shares a key with it. Work waits only for earlier work,
   * so there is no deadlock. Refuses busy, without running it, if it would wait longer than `waitMs`.
   */
  run<T>(scope: string, keys: readonly string[], waitMs: number, work: () => Promise<T>): Promise<T>
}>

type KeyLock = { keys: ReadonlySet<string>; released: Promise<void> }

export function createKeyLocks(): KeyLocks {
  const scopes = new Map<string, Set<KeyLock>>()
  return {
    async run(scope, keys, waitMs, work) {
      const locks = scopes.get(scope) ?? new Set()
      scopes.set(scope, locks)
      const earlier = [...locks].filter((lock) => keys.some((key) => lock.keys.has(key)))
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const own = { keys: new Set(keys), released }
      locks.add(own)
      try {
        await allWithin(
          earlier.map((lock) => lock.released),
          waitMs,
        )
        return await work()
      } finally {
        locks.delete(own)
        if (locks.size === 0) scopes.delete(scope)
        release()
      }
    },
  }
}

async function allWithin(released: readonly Promise<void>[], waitMs: number): Promise<void> {
  if (released.length === 0) return
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('busy')), waitMs)
  try {
    await Promise.race([Promise.all(released), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
