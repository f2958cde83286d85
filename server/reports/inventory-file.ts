import type { ProductCode } from '../../contract/product-codes.ts'
import { downloadInventoryReport } from '../../contract/inventory-report.ts'
import { codeColumns, furtherCodeColumns, reportColumns, inventorySheet } from '../../contract/report-columns.ts'
import { currencyOf } from '../organizations/currency.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { reportMoment } from './as-of.ts'
import { fileName } from './file-name.ts'
import { lineOrder } from './line-order.ts'
import { filtersOf, reportAnswer } from './report-file.ts'
import { stockLines } from './stock-lines.ts'

type FileLine = Record<'name' | 'category' | 'price' | 'on_hand' | 'minimum', string> &
  Record<ProductCode, string | null> & { cost: string | null }

/** The entire report as a file, in the order of the screen. */
export const downloadInventoryReportQuery = implement(downloadInventoryReport, async (tx, actor, input) => {
  const as_of = await reportMoment(tx, actor, input)
  const lines = sql<FileLine>`
    select name, ${sql.join(codeColumns.map((code) => sql.ref(code)))}, category, price::text, case when cost_is_known then cost_price::text end as cost, on_hand::text, minimum::text
    from (${stockLines(actor, as_of)}) l
    ${keyset(lineOrder(input.sort), undefined).order}`
  const name = await fileName(tx, 'inventory_report', as_of)
  return reportAnswer(
    {
      name,
      sheet: inventorySheet,
      columns: reportColumns.inventory,
      currency: await currencyOf(tx, actor),
      async *rows(reader) {
        for await (const batch of reader.batches(lines)) yield batch.map(cellsOf)
      },
    },
    input.format,
    filtersOf(input),
  )
})

function cellsOf(line: FileLine) {
  const { name, sku, category, price, cost, on_hand, minimum } = line
  return [name, sku, category, price, cost, on_hand, minimum, ...furtherCodeColumns.map((code) => line[code])]
}
