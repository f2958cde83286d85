import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { currencyOf } from '../../organizations/currency.ts'
import { sql } from '../../platform/sql.ts'
import { findExisting } from '../existing/existing-records.ts'
import { lockProducts, lockRecords } from '../existing/lock-records.ts'
import { planImport, type Plan, type PlanOptions } from './plan.ts'
import { readRows, type ReadRows } from '../read/read-rows.ts'
import type { Sheets } from '../sheets/sheets.ts'

/**
 * The plan of these sheets for the current data. With `lock`, what it changes stays unchanged by others until the
 * transaction ends. `rows` are those of the sheets, if they have been read already.
 */
export async function planSheets(
  tx: Tx,
  actor: Actor,
  sheets: Sheets,
  options: PlanOptions & { lock?: boolean; rows?: ReadRows } = {},
): Promise<Plan> {
  // Reading and planning pause for other requests, for seconds in all. Their connection isn't idle meanwhile.
  await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
  const rows = options.rows ?? (await readRows(sheets, await currencyOf(tx, actor)))
  const setStock = options.set_stock ?? false
  const held = options.lock && (await lockRecords(tx, actor, rows, setStock))
  const plan = await planImport(sheets, rows, await findExisting(tx, actor, rows, setStock), options)
  if (options.lock && !held && plan.problems.length === 0) await lockProducts(tx, actor, productsOf(plan))
  return plan
}

/** The products that a plan changes or moves. */
function productsOf({ changes, stock }: Plan): string[] {
  const changed = changes.filter(({ kind }) => kind === 'product').map(({ record_id }) => record_id)
  return [...changed, ...stock.postings.map(({ product_id }) => product_id)]
}
