import type { Tx } from './db.ts'

/**
 * Does work as another user inside the open transaction: functions of the database that read across organizations
 * answer for the transaction's own user only. `own` is the user the transaction works for otherwise; null for none.
 */
export async function asUser<T>(tx: Tx, own: string | null, user_id: string, work: () => Promise<T>): Promise<T> {
  await tx.set('app.user_id', user_id)
  const result = await work()
  await tx.set('app.user_id', own ?? '')
  return result
}
