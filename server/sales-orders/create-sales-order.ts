import { createSalesOrder } from '../../contract/sales-orders.ts'
import { rememberCustomer } from '../customers/remember-customer.ts'
import { diffLines } from '../orders/diff-lines.ts'
import { withOrderNumber } from '../orders/order-number.ts'
import { recordStatus } from '../orders/status-changes.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { checkLines } from '../purchase-orders/check-lines.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { applyStatus } from './apply-status.ts'
import { requireActiveLocation } from './check-save.ts'
import { lockOrder, type StoredLine } from './lock-order.ts'
import { salesOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import { type AskedLine, writeLines } from './write-lines.ts'

/**
 * Makes a sales order in any status, with what that means for the goods: reserved as far as they are there, or shipped
 * at once. Refuses, in this order: not_found (customer); not_found, location_not_active (ship from); what checkLines
 * refuses; what applyStatus refuses (insufficient_stock when it is made as shipped and goods are short);
 * number_too_large (the total); already_exists (the id).
 */
export const createSalesOrderCommand = implement(createSalesOrder, async (tx, actor, input) => {
  const id = input.id ?? newId()
  const { customer_name, customer_email, customer_phone, notes, location_id, status } = input
  const diff = diffLines<StoredLine, AskedLine>([], input.lines)
  const customer_id = await rememberCustomer(tx, actor, input)
  await requireActiveLocation(tx, actor, location_id)
  await checkLines(tx, actor, diff)
  await withOrderNumber('SO', (order_number) =>
    tx.run(sql`
      insert into sales_orders (org_id, id, user_id, user_reference, order_number, customer_id, customer_name, customer_email,
        customer_phone, notes, location_id, status)
      values (${actor.org_id}, ${id}, ${actor.user_id}, ${userReference(actor)}, ${order_number}, ${customer_id}, ${customer_name},
        ${customer_email}, ${customer_phone}, ${notes}, ${location_id}, ${status})
      on conflict (org_id, order_number) do nothing`),
  )
  recordStatus(tx, actor, { column: 'sales_order_id', id }, { old_status: null, new_status: status })
  writeLines(tx, actor, id, diff)
  const order = await lockOrder(tx, actor, id)
  await applyStatus(tx, actor, order, { from: null, to: status, take_back: false })
  await refreshOrder(tx, actor, order)
  return salesOrderOf(tx, actor, id)
})
