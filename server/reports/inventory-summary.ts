import { missingColor } from '../../contract/categories.ts'
import { readInventorySummary, type InventorySummary } from '../../contract/inventory-report.ts'
import { unitsHaveSum } from '../organizations/units-have-sum.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { categoryRank, otherCategories } from './category-parts.ts'
import { reportMoment } from './as-of.ts'
import { stockLines } from './stock-lines.ts'

type Part = InventorySummary['categories'][number]
type Sums = Omit<InventorySummary, 'categories' | 'as_of'>
type SummedPart = Part & { all_products: number; all_units: number; all_low: number; all_out: number }

/** The totals of all lines, and of the largest categories. */
export const readInventorySummaryQuery = implement(readInventorySummary, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const [{ units_have_sum }, rows] = await Promise.all([
    tx.one(sql<{ units_have_sum: boolean }>`select ${unitsHaveSum(actor)} as units_have_sum`),
    tx.all(sql<SummedPart>`
    with category as (
      select category_id, category as name, color, count(*) as products, sum(on_hand) as units,
        count(*) filter (where on_hand <= minimum) as low, count(*) filter (where on_hand <= 0) as out,
        ${categoryRank(sql`count(*)`)} as rank
      from (${stockLines(actor, as_of)}) l
      group by category_id, category, color
    ), part as (
      select ${otherCategories}, sum(products) as products, sum(units) as units, sum(low) as low, sum(out) as out
      from category group by 1, 2, 3, 4
    )
    select id, name, coalesce(color, ${missingColor}) as color, products, units, low, out, sum(products) over () as all_products,
      sum(units) over () as all_units, sum(low) over () as all_low, sum(out) over () as all_out
    from part order by rank`),
  ])
  const [first] = rows
  const sums: Sums = {
    products: first?.all_products ?? 0,
    units: first?.all_units ?? 0,
    units_have_sum,
    low: first?.all_low ?? 0,
    out: first?.all_out ?? 0,
  }
  return { as_of, ...sums, categories: rows }
})
