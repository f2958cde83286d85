import { readTransactionsReport, type ReportedTransaction } from '../../contract/transactions-report.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, pageOf } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import {
  spanOf,
  orderOf,
  chosenLegs,
  onHandChange,
  heldChange,
  shownQuantity,
  details,
  typedNotes,
} from './transaction-legs.ts'

/** One page of the report. */
export const readTransactionsReportQuery = implement(readTransactionsReport, async (tx, actor, input) => {
  const span = await spanOf(tx, actor, input)
  const order = orderOf(input.sort)
  const { key, after, order: ordered } = keyset(order, input.cursor)
  const page = sql`(select m.*, ${key} from ${chosenLegs(actor, input, span, order.direction)} and ${after} ${ordered} limit ${sql.rows(input.limit + 1)}) m`
  const rows = await tx.all(sql<ReportedTransaction & { page_key: string[] }>`
    select m.posting_id || ':' || m.entry_no as id, m.happened_at as date, m.product_id, p.name as product_name, p.sku as product_sku,
      m.type, ${shownQuantity} as quantity, ${onHandChange} as on_hand_change,
      ${heldChange} as held_change, ${typedNotes} as notes, m.reason, m.page_key
    ${details(actor, page)}
    ${ordered}`)
  return pageOf(rows, input.limit, order)
})
