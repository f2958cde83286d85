import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { diffLines } from '../orders/diff-lines.ts'
import { withOrderNumber } from '../orders/order-number.ts'
import { recordStatus } from '../orders/status-changes.ts'
import { currencyToWrite } from '../organizations/currency.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { checkLines } from './check-lines.ts'
import { requirePastDate, requireSupplier } from './check-supplier.ts'
import { lockOrder, type StoredLine } from './lock-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import { writeLines } from './write-lines.ts'

/**
 * Creates a purchase order as a draft, unpaid (paid if its total is 0), with its own number, and with its supplier's
 * payment terms unless it has its own. Refuses, in this order:
 * invalid_input (a date in the future), not_found (supplier), supplier_not_active, what checkLines refuses,
 * number_too_large (the total), already_exists (the id).
 */
export const createPurchaseOrderCommand = implement(createPurchaseOrder, async (tx, actor, input) => {
  const id = input.id ?? newId()
  const diff = diffLines<StoredLine, (typeof input.lines)[number] & { id?: undefined }>([], input.lines)
  const { supplier_id, order_date = null } = input
  await requirePastDate(tx, actor, order_date)
  const supplierTerms = await requireSupplier(tx, actor, { supplier_id, order_date, created_at: null })
  const { payment_terms_days = supplierTerms } = input
  await checkLines(tx, actor, diff)
  await withOrderNumber('PO', (order_number) =>
    tx.run(sql`
      insert into purchase_orders (org_id, id, user_id, user_reference, supplier_id, order_number, order_date, expected_date,
        payment_terms_days, notes, currency)
      values (${actor.org_id}, ${id}, ${actor.user_id}, ${userReference(actor)}, ${supplier_id}, ${order_number},
        ${order_date}, ${input.expected_date}, ${payment_terms_days}, ${input.notes}, ${currencyToWrite(actor)})
      on conflict (org_id, order_number) do nothing`),
  )
  const [order] = await Promise.all([
    lockOrder(tx, actor, id),
    recordStatus(tx, actor, { column: 'purchase_order_id', id }, { old_status: null, new_status: 'draft' }),
    writeLines(tx, actor, id, diff),
  ])
  await refreshOrder(tx, actor, order)
  return purchaseOrderOf(tx, actor, id)
})
