import { sql, type RawBuilder } from 'kysely'
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
import { categoryRank, otherCategories } from './category-parts.ts'
import { reportMoment } from './as-of.ts'
import { fileName } from './file-name.ts'
import { lineOrder } from './line-order.ts'
import { linePage } from './line-page.ts'
import { reportAnswer, type FileColumn, type FileRow } from './report-file.ts'
import { stockLines } from './stock-lines.ts'

/** A line's figures as they are shown: each total to the cent, the profit their difference. */
const toTheCent = sql`round(on_hand * cost_price, 2) as total_cost, round(on_hand * price, 2) as total_retail,
  round(on_hand * price, 2) - round(on_hand * cost_price, 2) as profit`
/** The same to the last digit, as files have them: whoever adds up a column gets the exact sum. */
const exactly = sql`on_hand * cost_price as total_cost, on_hand * price as total_retail, on_hand * price - on_hand * cost_price as profit`

function valued(lines: RawBuilder<unknown>, figures: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select *, ${figures} from (${lines}) s`
}

const shownColumns = sql`product_id, name, sku, on_hand, cost_price, total_cost, price, total_retail, profit`

/** One page of the report. */
export const readValuationReportQuery = implement(readValuationReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  return linePage<ValuationLine>(tx, actor, as_of, input, shownColumns, (lines) => valued(lines, toTheCent))
})

/** A row of the summary: what one account holds, or what is on hand of one category. */
type PartRow = Worth & {
  part: 'on_hand' | 'in_transit' | 'held' | 'category'
  id: string | null
  name: string
  color: string
  products: number
}

/** What all lines add up to, by account, and what is on hand by category. Each sum is exact and rounded once. */
export const readValuationSummaryQuery = implement(readValuationSummary, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const rows = await tx.all(sql<PartRow>`
    with line as materialized (
      select category_id, category, color, on_hand, in_transit, held, price, cost_price from (${stockLines(actor, as_of)}) l
    ), category as (
      select category_id, category as name, color, count(*) as products, sum(on_hand) as units,
        sum(on_hand * cost_price) as total_cost, sum(on_hand * price) as total_retail, ${categoryRank(sql`sum(on_hand * price)`)} as rank
      from line group by category_id, category, color
    ), part as (
      select 'category' as part, ${otherCategories}, sum(products) as products, sum(units) as units,
        sum(total_cost) as total_cost, sum(total_retail) as total_retail
      from category group by 2, 3, 4, 5
      union all
      select account, null, '', null, 0, 0, sum(units), sum(units * cost_price), sum(units * price)
      from line cross join lateral (values ('on_hand', on_hand), ('in_transit', in_transit), ('held', held)) w (account, units)
      where units <> 0
      group by account
    )
    select part, id, name, coalesce(color, ${missingColor}) as color, products, units, round(total_cost, 2) as total_cost,
      round(total_retail, 2) as total_retail, round(total_retail, 2) - round(total_cost, 2) as profit
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

function worthOf(rows: readonly PartRow[], account: PartRow['part']): Worth {
  return rows.find(({ part }) => part === account) ?? { units: 0, total_cost: 0, total_retail: 0, profit: 0 }
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
]

type FileLine = { name: string; sku: string; on_hand: string; price: string; cost_price: string } & FileTotals
type FileTotals = { total_cost: string; total_retail: string; profit: string }
type ApartLine = FileTotals & { name: string; units: string }

/**
 * The whole report as a file, in the order of the screen. Goods in transit and held are not on hand, but are ours: where there are any, each
 * has a line of its own at the end.
 */
export const downloadValuationReportQuery = implement(downloadValuationReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const lines = sql<FileLine>`
    select name, sku, on_hand::text, cost_price::text, total_cost::text, price::text, total_retail::text, profit::text
    from (${valued(stockLines(actor, as_of), exactly)}) l
    ${keyset(lineOrder(input.sort), undefined).order}`
  const apart = sql<ApartLine>`
    select label as name, sum(units)::text as units, sum(units * cost_price)::text as total_cost,
      sum(units * price)::text as total_retail, sum(units * price - units * cost_price)::text as profit
    from (${stockLines(actor, as_of)}) l cross join lateral (values ('In transit', in_transit), ('Held', held)) w (label, units)
    where units <> 0
    group by label
    order by label desc`
  const name = await fileName(tx, 'inventory_valuation', as_of)
  return reportAnswer(
    {
      name,
      sheet: 'Inventory Valuation',
      columns,
      async *rows(reader) {
        for await (const batch of reader.batches(lines)) yield batch.map(cellsOf)
        for await (const batch of reader.batches(apart)) yield batch.map(apartCells)
      },
    },
    input.format,
  )
})

function cellsOf({ name, sku, on_hand, cost_price, total_cost, price, total_retail, profit }: FileLine): FileRow {
  return [name, sku, on_hand, cost_price, total_cost, price, total_retail, profit]
}

function apartCells({ name, units, total_cost, total_retail, profit }: ApartLine): FileRow {
  return [name, null, units, null, total_cost, null, total_retail, profit]
}
