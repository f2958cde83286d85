import { readValuationReport, type ValuationLine } from '../../contract/valuation-report.ts'
import { amountDecimals } from '../organizations/currency.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { exactNumberOrNull } from '../platform/sql-types.ts'
import { reportMoment } from './as-of.ts'
import { linePage } from './line-page.ts'

/**
 * A line's figures as displayed: each total with the decimals of the currency, the profit their difference. Without a
 * known cost there is no profit.
 */
function rounded(actor: Actor): Statement<unknown> {
  const decimals = amountDecimals(actor)
  return sql`round(on_hand * cost_price, ${decimals}) as total_cost, round(on_hand * price, ${decimals}) as total_retail,
  case when cost_is_known then round(on_hand * price, ${decimals}) - round(on_hand * cost_price, ${decimals}) else 0 end as profit`
}

/** The lines with their figures. */
export function valued(lines: Statement<unknown>, figures: Statement<unknown>): Statement<unknown> {
  return sql`select *, ${figures} from (${lines}) s`
}

const shownColumns = sql`
  product_id, name, sku, on_hand, cost_price, cost_is_known, total_cost::text, price, total_retail::text, profit::text`

type LineRow = Omit<ValuationLine, Total> & Record<Total, string>
type Total = 'total_cost' | 'total_retail' | 'profit'

/** One page of the report. */
export const readValuationReportQuery = implement(readValuationReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const page = await linePage<LineRow>(tx, actor, as_of, input, shownColumns, (lines) => valued(lines, rounded(actor)))
  return { ...page, items: page.items.map(lineOf) }
})

function lineOf({ total_cost, total_retail, profit, ...line }: LineRow): ValuationLine {
  return {
    ...line,
    total_cost: exactNumberOrNull(total_cost),
    total_retail: exactNumberOrNull(total_retail),
    profit: exactNumberOrNull(profit),
  }
}
