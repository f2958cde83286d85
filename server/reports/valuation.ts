import { missingColor } from '../../contract/categories.ts'
import {
  downloadValuationReport,
  readValuationReport,
  readValuationSummary,
  type ValuationLine,
  type Worth,
} from '../../contract/reports.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { categoryRank, otherCategories } from './category-parts.ts'
import { reportMoment } from './as-of.ts'
import { fileName } from './file-name.ts'
import { lineOrder } from './line-order.ts'
import { linePage } from './line-page.ts'
import type { FileColumn, FileRow } from './file-columns.ts'
import { filtersOf, reportAnswer } from './report-file.ts'
import { stockLines } from './stock-lines.ts'

/**
 * A line's figures as displayed: each total to the cent, the profit their difference. Without a known cost there is no
 * profit.
 */
const toTheCent = sql`round(on_hand * cost_price, 2) as total_cost, round(on_hand * price, 2) as total_retail,
  case when cost_is_known then round(on_hand * price, 2) - round(on_hand * cost_price, 2) else 0 end as profit`
/** The same to the last digit, for files: the sum of a column is exact. An unknown cost is an empty cell. */
const exactly = sql`case when cost_is_known then cost_price end as known_cost, case when cost_is_known then on_hand * cost_price end as total_cost,
  on_hand * price as total_retail, case when cost_is_known then on_hand * price - on_hand * cost_price end as profit,
  case when cost_is_known then held * cost_price end as held_cost, case when cost_is_known then in_transit * cost_price end as in_transit_cost`

function valued(lines: Statement<unknown>, figures: Statement<unknown>): Statement<unknown> {
  return sql`select *, ${figures} from (${lines}) s`
}

const shownColumns = sql`product_id, name, sku, on_hand, cost_price, cost_is_known, total_cost, price, total_retail, profit`

/** One page of the report. */
export const readValuationReportQuery = implement(readValuationReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  return linePage<ValuationLine>(tx, actor, as_of, input, shownColumns, (lines) => valued(lines, toTheCent))
})

/** A row of the summary: the value of one account, or of on hand in one category. */
type PartRow = Worth & {
  part: 'on_hand' | 'in_transit' | 'held' | 'category'
  id: string | null
  name: string
  color: string
  products: number
}

/** The totals of all lines by account, and of on hand by category. Each sum is exact and rounded once. */
export const readValuationSummaryQuery = implement(readValuationSummary, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const rows = await tx.all(sql<PartRow>`
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
    select part, id, name, coalesce(color, ${missingColor}) as color, products, units, round(total_cost, 2) as total_cost,
      round(total_retail, 2) as total_retail, unknown_cost_units, round(unknown_cost_retail, 2) as unknown_cost_retail,
      round(total_retail, 2) - round(unknown_cost_retail, 2) - round(total_cost, 2) as profit
    from part order by rank`)
  const categories = rows.filter(({ part }) => part === 'category')
  return {
    as_of,
    products: categories.reduce((sum, { products }) => sum + products, 0),
    on_hand: worthOf(rows, 'on_hand'),
    in_transit: worthOf(rows, 'in_transit'),
    held: worthOf(rows, 'held'),
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

function worthOf(rows: readonly PartRow[], account: PartRow['part']): Worth {
  return rows.find(({ part }) => part === account) ?? nothing
}

const columns: readonly FileColumn[] = [
  { header: 'Product Name', kind: 'text', width: 36 },
  { header: 'SKU', kind: 'text', width: 18 },
  { header: 'Current Stock', kind: 'quantity', width: 14 },
  { header: 'Cost Price', kind: 'money', width: 12 },
  { header: 'Total Cost', kind: 'money', width: 16 },
  { header: 'Retail Price', kind: 'money', width: 12 },
  { header: 'Total Retail', kind: 'money', width: 16 },
  { header: 'Potential Profit', kind: 'money', width: 16 },
  { header: 'Cost Known', kind: 'text', width: 12 },
  { header: 'Held', kind: 'quantity', width: 10 },
  { header: 'Held Cost', kind: 'money', width: 14 },
  { header: 'In Transit', kind: 'quantity', width: 10 },
  { header: 'In Transit Cost', kind: 'money', width: 16 },
]

type FileLine = {
  name: string
  sku: string
  on_hand: string
  price: string
  cost_is_known: boolean
  total_retail: string
  held: string
  in_transit: string
} & Record<'known_cost' | 'total_cost' | 'profit' | 'held_cost' | 'in_transit_cost', string | null>

/**
 * The entire report as a file, in the order of the screen. Stock on hold and in transit is ours, but not on hand:
 * columns at the end.
 */
export const downloadValuationReportQuery = implement(downloadValuationReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const lines = sql<FileLine>`
    select name, sku, on_hand::text, known_cost::text, total_cost::text, price::text, total_retail::text, profit::text, cost_is_known,
      held::text, held_cost::text, in_transit::text, in_transit_cost::text
    from (${valued(stockLines(actor, as_of), exactly)}) l
    ${keyset(lineOrder(input.sort), undefined).order}`
  const name = await fileName(tx, 'inventory_valuation', as_of)
  return reportAnswer(
    {
      name,
      sheet: 'Inventory Valuation',
      columns,
      async *rows(reader) {
        for await (const batch of reader.batches(lines)) yield batch.map(cellsOf)
      },
    },
    input.format,
    filtersOf(input),
  )
})

function cellsOf(line: FileLine): FileRow {
  const {
    name,
    sku,
    on_hand,
    known_cost,
    total_cost,
    price,
    total_retail,
    profit,
    held,
    held_cost,
    in_transit,
    in_transit_cost,
  } = line
  const shown = [name, sku, on_hand, known_cost, total_cost, price, total_retail, profit]
  return [...shown, line.cost_is_known ? 'Yes' : 'No', held, held_cost, in_transit, in_transit_cost]
}
