import { missingColor } from '../../contract/categories.ts'
import { productCodes, type ProductCode } from '../../contract/products.ts'
import {
  downloadInventoryReport,
  readInventoryReport,
  readInventorySummary,
  type InventoryLine,
  type InventorySummary,
} from '../../contract/reports.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { categoryRank, otherCategories } from './category-parts.ts'
import { reportMoment } from './as-of.ts'
import { fileName } from './file-name.ts'
import { lineOrder } from './line-order.ts'
import { linePage } from './line-page.ts'
import type { FileColumn } from './file-columns.ts'
import { filtersOf, reportAnswer } from './report-file.ts'
import { codes, stockLines } from './stock-lines.ts'

const shownColumns = sql`
  product_id, name, sku, category, coalesce(color, ${missingColor}) as category_color, price, cost_price, cost_is_known, on_hand, minimum,
  on_hand <= minimum as is_low, on_hand = 0 as is_out`

/** One page of the report. */
export const readInventoryReportQuery = implement(readInventoryReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  return linePage<InventoryLine>(tx, actor, as_of, input, shownColumns, (lines) => lines)
})

type Part = InventorySummary['categories'][number]
type Sums = Omit<InventorySummary, 'categories' | 'as_of'>
type SummedPart = Part & { all_products: number; all_units: number; all_low: number; all_out: number }

/** The totals of all lines, and of the largest categories. */
export const readInventorySummaryQuery = implement(readInventorySummary, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const rows = await tx.all(sql<SummedPart>`
    with category as (
      select category_id, category as name, color, count(*) as products, sum(on_hand) as units,
        count(*) filter (where on_hand <= minimum) as low, count(*) filter (where on_hand = 0) as out,
        ${categoryRank(sql`count(*)`)} as rank
      from (${stockLines(actor, as_of)}) l
      group by category_id, category, color
    ), part as (
      select ${otherCategories}, sum(products) as products, sum(units) as units, sum(low) as low, sum(out) as out
      from category group by 1, 2, 3, 4
    )
    select id, name, coalesce(color, ${missingColor}) as color, products, units, low, out, sum(products) over () as all_products,
      sum(units) over () as all_units, sum(low) over () as all_low, sum(out) over () as all_out
    from part order by rank`)
  const [first] = rows
  const sums: Sums = {
    products: first?.all_products ?? 0,
    units: first?.all_units ?? 0,
    low: first?.all_low ?? 0,
    out: first?.all_out ?? 0,
  }
  return { as_of, ...sums, categories: rows }
})

/** A product's codes besides its SKU: after the file's original columns. */
const furtherCodes: readonly ProductCode[] = codes.filter((code) => code !== 'sku')

const columns: readonly FileColumn[] = [
  { header: 'Product Name', kind: 'text', width: 36 },
  { header: 'SKU', kind: 'text', width: 18 },
  { header: 'Category', kind: 'text', width: 22 },
  { header: 'Price', kind: 'money', width: 12 },
  { header: 'Cost Price', kind: 'money', width: 12 },
  { header: 'Current Stock', kind: 'quantity', width: 14 },
  { header: 'Min Stock Level', kind: 'quantity', width: 16 },
  ...furtherCodes.map((code): FileColumn => ({ header: productCodes[code].label, kind: 'text', width: 18 })),
]

type FileLine = Record<'name' | 'category' | 'price' | 'on_hand' | 'minimum', string> &
  Record<ProductCode, string | null> & { known_cost: string | null }

/** The entire report as a file, in the order of the screen. */
export const downloadInventoryReportQuery = implement(downloadInventoryReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const lines = sql<FileLine>`
    select name, ${sql.join(codes.map((code) => sql.ref(code)))}, category, price::text, case when cost_is_known then cost_price::text end as known_cost, on_hand::text, minimum::text
    from (${stockLines(actor, as_of)}) l
    ${keyset(lineOrder(input.sort), undefined).order}`
  const name = await fileName(tx, 'inventory_report', as_of)
  return reportAnswer(
    {
      name,
      sheet: 'Inventory Status',
      columns,
      async *rows(reader) {
        for await (const batch of reader.batches(lines)) yield batch.map(cellsOf)
      },
    },
    input.format,
    filtersOf(input),
  )
})

function cellsOf(line: FileLine) {
  const { name, sku, category, price, known_cost, on_hand, minimum } = line
  return [name, sku, category, price, known_cost, on_hand, minimum, ...furtherCodes.map((code) => line[code])]
}
