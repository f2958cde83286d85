import { downloadTransactionsReport } from '../../contract/transactions-report.ts'
import { reportColumns } from '../../contract/report-columns.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { fileName } from './file-name.ts'
import type { FileRow } from './file-row.ts'
import { filtersOf, reportAnswer } from './report-file.ts'
import {
  spanOf,
  orderOf,
  chosenLegs,
  onHandChange,
  shownQuantity,
  locationsOf,
  stockedAt,
  details,
  typedNotes,
} from './transaction-legs.ts'

type FileEntry = Record<
  'date' | 'product_id' | 'product_name' | 'type' | 'quantity' | 'sku' | 'on_hand_change',
  string
> &
  Record<'notes' | 'from_location' | 'to_location' | 'reason' | 'document', string | null>

/** The quantity of a transaction: signed for an adjustment; all others have their type as the sign. */
const entityQuantity = sql`case when m.type = 'adjustment' then ${shownQuantity} else abs(${shownQuantity}) end`

/**
 * The entire report as a file, in the order of the screen: the columns of a transaction, then further details. For each
 * product, On Hand Change over the entire file sums to on hand.
 */
export const downloadTransactionsReportQuery = implement(downloadTransactionsReport, async (tx, actor, input) => {
  const span = await spanOf(tx, actor, input)
  const order = orderOf(input.sort)
  const entries = sql<FileEntry>`
    select m.happened_at as date, m.product_id, p.name as product_name, m.type, (${entityQuantity})::text as quantity,
      coalesce(${typedNotes}, m.reason) as notes, p.sku, ${locationsOf(actor, 'from')} as from_location, ${locationsOf(actor, 'to')} as to_location,
      m.reason, d.number as document, ${onHandChange}::text as on_hand_change
    ${details(actor, sql`(select * from ${chosenLegs(actor, input, span, order.direction)}) m`)}
    left join locations from_location on from_location.org_id = ${actor.org_id} and from_location.id = ${stockedAt('m', 'from')}
    left join locations to_location on to_location.org_id = ${actor.org_id} and to_location.id = ${stockedAt('m', 'to')}
    left join posting_documents d on d.org_id = ${actor.org_id} and d.posting_id = m.posting_id
    ${keyset(order, undefined).order}`
  const name = await fileName(tx, 'transactions_report', span.as_of)
  return reportAnswer(
    {
      name,
      sheet: 'Transaction History',
      columns: reportColumns.transactions,
      async *rows(reader) {
        for await (const batch of reader.batches(entries)) yield batch.map(cellsOf)
      },
    },
    input.format,
    filtersOf(input),
  )
})

function cellsOf(entry: FileEntry): FileRow {
  const { date, product_id, product_name, type, quantity, notes, sku, reason, document, on_hand_change } = entry
  return [
    date,
    product_id,
    product_name,
    type,
    quantity,
    notes,
    sku,
    locationOf(entry),
    reason,
    document,
    on_hand_change,
  ]
}

/** Where units came in or left; both ends for a transfer. */
function locationOf({ from_location, to_location }: FileEntry): string | null {
  if (from_location === null || to_location === null || from_location === to_location)
    return from_location ?? to_location
  return `${from_location} → ${to_location}`
}
