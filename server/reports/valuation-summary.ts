import { missingColor } from '../../contract/categories.ts'
import { readValuationSummary, type Worth } from '../../contract/valuation-report.ts'
import { amountDecimals } from '../organizations/currency.ts'
import { unitsHaveSum } from '../organizations/units-have-sum.ts'
import { implement } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { exactNumberOrNull } from '../platform/sql-types.ts'
import { categoryRank, otherCategories } from './category-parts.ts'
import { reportMoment } from './as-of.ts'
import { stockLines } from './stock-lines.ts'

/** A row of the summary: the value of one account, or of on hand in one category, with all digits. */
type PartRow = Record<keyof Worth, string> & {
  part: 'on_hand' | 'in_transit' | 'held' | 'category'
  id: string | null
  name: string
  color: string
  products: number
}

/** The totals of all lines by account, and of on hand by category. Each sum is exact and rounded once. */
export const readValuationSummaryQuery = implement(readValuationSummary, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const decimals = amountDecimals(actor)
  const [{ units_have_sum }, rows] = await Promise.all([
    tx.one(sql<{ units_have_sum: boolean }>`select ${unitsHaveSum(actor)} as units_have_sum`),
    tx.all(sql<PartRow>`
    with line as materialized (
      select category_id, category, color, on_hand, in_transit, held, price, cost_price, cost_is_known from (${stockLines(actor, as_of)}) l
    ), category as (
      select category_id, category as name, color, count(*) as products, ${sumsOf('on_hand')}, ${categoryRank(sql`sum(on_hand * price)`)} as rank
      from line group by category_id, category, color
    ), part as (
      select 'category' as part, ${otherCategories}, sum(products) as products, sum(units) as units, sum(total_cost) as total_cost,
        sum(total_retail) as total_retail, sum(unknown_cost_units) as unknown_cost_units, sum(unknown_cost_retail) as unknown_cost_retail
      from category group by 2, 3, 4, 5
      union all
      select account, null, '', null, 0, 0, ${sumsOf('units')}
      from line cross join lateral (values ('on_hand', on_hand), ('in_transit', in_transit), ('held', held)) w (account, units)
      where units <> 0
      group by account
    )
    select part, id, name, coalesce(color, ${missingColor}) as color, products, units::text, round(total_cost, ${decimals})::text as total_cost,
      round(total_retail, ${decimals})::text as total_retail, unknown_cost_units::text, round(unknown_cost_retail, ${decimals})::text as unknown_cost_retail,
      (round(total_retail, ${decimals}) - round(unknown_cost_retail, ${decimals}) - round(total_cost, ${decimals}))::text as profit
    from part order by rank`),
  ])
  const categories = rows
    .filter(({ part }) => part === 'category')
    .map(({ id, name, color, products, ...amounts }) => ({ id, name, color, products, ...worthOf(amounts) }))
  return {
    as_of,
    products: categories.reduce((sum, { products }) => sum + products, 0),
    units_have_sum,
    on_hand: accountOf(rows, 'on_hand'),
    in_transit: accountOf(rows, 'in_transit'),
    held: accountOf(rows, 'held'),
    categories,
  }
})

/**
 * The value of some units (a column) over all lines. Units of unknown cost are also counted separately: their profit is
 * unknown.
 */
function sumsOf(column: 'on_hand' | 'units'): Statement<unknown> {
  const units = sql.ref(column)
  return sql`sum(${units}) as units, sum(${units} * cost_price) as total_cost, sum(${units} * price) as total_retail,
    coalesce(sum(${units}) filter (where not cost_is_known), 0) as unknown_cost_units,
    coalesce(sum(${units} * price) filter (where not cost_is_known), 0) as unknown_cost_retail`
}

const nothing: Worth = {
  units: 0,
  total_cost: 0,
  total_retail: 0,
  profit: 0,
  unknown_cost_units: 0,
  unknown_cost_retail: 0,
}

function accountOf(rows: readonly PartRow[], account: PartRow['part']): Worth {
  const row = rows.find(({ part }) => part === account)
  return row ? worthOf(row) : nothing
}

/** A figure that is too large to be exact is null: the others are still useful. */
function worthOf(row: Record<keyof Worth, string>): Worth {
  return {
    units: exactNumberOrNull(row.units),
    total_cost: exactNumberOrNull(row.total_cost),
    total_retail: exactNumberOrNull(row.total_retail),
    profit: exactNumberOrNull(row.profit),
    unknown_cost_units: exactNumberOrNull(row.unknown_cost_units),
    unknown_cost_retail: exactNumberOrNull(row.unknown_cost_retail),
  }
}
