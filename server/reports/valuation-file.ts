import { downloadValuationReport } from '../../contract/valuation-report.ts'
import { reportColumns } from '../../contract/report-columns.ts'
import { currencyOf } from '../organizations/currency.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { reportMoment } from './as-of.ts'
import { fileName } from './file-name.ts'
import { lineOrder } from './line-order.ts'
import type { FileRow } from './file-row.ts'
import { filtersOf, reportAnswer } from './report-file.ts'
import { stockLines } from './stock-lines.ts'
import { valued } from './valuation.ts'

/** The same to the last digit, for files: the sum of a column is exact. An unknown cost is an empty cell. */
const exactly = sql`case when cost_is_known then cost_price end as cost, case when cost_is_known then on_hand * cost_price end as total_cost,
  on_hand * price as total_retail, case when cost_is_known then on_hand * price - on_hand * cost_price end as profit,
  case when cost_is_known then held * cost_price end as held_cost, case when cost_is_known then in_transit * cost_price end as in_transit_cost`

type FileLine = {
  name: string
  sku: string
  on_hand: string
  price: string
  cost_is_known: boolean
  total_retail: string
  held: string
  in_transit: string
} & Record<'cost' | 'total_cost' | 'profit' | 'held_cost' | 'in_transit_cost', string | null>

/**
 * The entire report as a file, in the order of the screen. Stock on hold and in transit is ours, but not on hand:
 * columns at the end.
 */
export const downloadValuationReportQuery = implement(downloadValuationReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const lines = sql<FileLine>`
    select name, sku, on_hand::text, cost::text, total_cost::text, price::text, total_retail::text, profit::text, cost_is_known,
      held::text, held_cost::text, in_transit::text, in_transit_cost::text
    from (${valued(stockLines(actor, as_of), exactly)}) l
    ${keyset(lineOrder(input.sort), undefined).order}`
  const name = await fileName(tx, 'inventory_valuation', as_of)
  return reportAnswer(
    {
      name,
      sheet: 'Inventory Valuation',
      columns: reportColumns.valuation,
      currency: await currencyOf(tx, actor),
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
    cost,
    total_cost,
    price,
    total_retail,
    profit,
    held,
    held_cost,
    in_transit,
    in_transit_cost,
  } = line
  const shown = [name, sku, on_hand, cost, total_cost, price, total_retail, profit]
  return [...shown, line.cost_is_known ? 'Yes' : 'No', held, held_cost, in_transit, in_transit_cost]
}
