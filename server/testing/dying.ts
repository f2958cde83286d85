import type { Database, Tx } from '../platform/db.ts'

class Killed extends Error {}

/**
 * A process that dies at the nth point: before and after each transaction, before each of its statements, and wherever
 * the test passes. From then on it does nothing more, and PostgreSQL rolls back what it hadn't committed.
 */
export function dyingAt(point: number, db: Database) {
  let passed = 0
  let isDead = false
  const pass = () => {
    if (!isDead && ++passed === point) isDead = true
    if (isDead) throw new Killed()
  }
  const inside = (tx: Tx): Tx => {
    const step =
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        pass()
        return work(...args)
      }
    return {
      ...tx,
      all: step(tx.all) as Tx['all'],
      raw: step(tx.raw) as Tx['raw'],
      one: step(tx.one) as Tx['one'],
      maybe: step(tx.maybe) as Tx['maybe'],
      run: step(tx.run),
    }
  }
  const dying: Database = {
    ...db,
    async transaction(scope, work, options) {
      pass()
      const result = await db.transaction(
        scope,
        async (tx) => {
          const done = await work(inside(tx))
          pass()
          return done
        },
        options,
      )
      pass()
      return result
    },
  }
  return { db: dying, pass, diedHere: () => isDead }
}
