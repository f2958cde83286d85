import { missingColor } from '../../contract/categories.ts'
import { readInventoryReport, type InventoryLine } from '../../contract/inventory-report.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { reportMoment } from './as-of.ts'
import { linePage } from './line-page.ts'

const shownColumns = sql`
  product_id, name, sku, category, coalesce(color, ${missingColor}) as category_color, price, cost_price, cost_is_known, on_hand, minimum,
  on_hand <= minimum as is_low, on_hand <= 0 as is_out`

/** One page of the report. */
export const readInventoryReportQuery = implement(readInventoryReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  return linePage<InventoryLine>(tx, actor, as_of, input, shownColumns, (lines) => lines)
})
