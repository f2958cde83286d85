import type { Tx } from './db.ts'

/**
 * Runs work as another user inside the open transaction: database functions that read across organizations only return
 * data of the transaction's own user. `own` is the transaction's usual user; null for none.
 */
export async function asUser<T>(tx: Tx, own: string | null, user_id: string, work: () => Promise<T>): Promise<T> {
  await tx.set('app.user_id', user_id)
  const result = await work()
  await tx.set('app.user_id', own ?? '')
  return result
}
