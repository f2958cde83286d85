import { createSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import { rememberCustomer } from '../customers/remember-customer.ts'
import { allNew } from '../orders/diff-lines.ts'
import { withOrderNumber } from '../orders/order-number.ts'
import type { Tx } from '../platform/db.ts'
import { implementGrouped, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { checkLines } from '../purchase-orders/check-lines.ts'
import { requireActiveLocation } from './check-save.ts'
import { lockOrderInPart } from './lock-order.ts'
import { groupable, newOrders } from './create-together.ts'
import { newOrdersOf, salesOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import { reserveForNew } from './reserving.ts'
import type { ApplyStatus } from './status-effect.ts'
import { insertOrders, linesOfNew, writeParts } from './write-new-orders.ts'
import { writeFirstSteps } from './write-steps.ts'

/**
 * Creates a sales order in any status, with its effect on stock: available units are reserved, or shipped immediately.
 * Without a location to ship from, that of a member who is limited to one is used.
 * Refuses, in this order: not_found (customer); not_found, location_not_active (ship from); what checkLines refuses;
 * number_too_large (the total); already_exists (the id); what applyStatus refuses (insufficient_stock if it is created
 * as shipped and stock is short).
 */
export const createSalesOrderCommand = (applyStatus: ApplyStatus) =>
  implementGrouped(createSalesOrder, newOrders, groupable, async (tx, actor, input) => {
    const id = input.id ?? newId()
    const { status } = input
    const asked = { ...input, location_id: input.location_id ?? (await onlyLocation(tx, actor)) }
    const customer_id = await rememberCustomer(tx, actor, asked)
    await requireActiveLocation(tx, actor, asked.location_id)
    await checkLines(tx, actor, allNew(asked.lines))
    const made = { id, customer_id, asked, lines: linesOfNew(asked) }
    const order_number = await withOrderNumber('SO', async (number) => {
      const { size } = await insertOrders(tx, actor, [{ ...made, order_number: number }])
      return size
    })
    const order = { ...made, order_number }
    if (isOpenSale(status)) {
      await Promise.all([writeParts(tx, actor, status, [order]), reserveForNew(tx, actor, order)])
      const [, created] = await Promise.all([writeFirstSteps(tx, actor, [id]), openOrderOf(tx, actor, id)])
      return created
    }
    const [, locked] = await Promise.all([writeParts(tx, actor, status, [order]), lockOrderInPart(tx, actor, id)])
    await applyStatus(tx, actor, locked, { from: null, to: status, take_back: false })
    await refreshOrder(tx, actor, locked)
    return salesOrderOf(tx, actor, id)
  })

/** The location of a member who is limited to one, if it is active: their orders can't ship from another. */
async function onlyLocation(tx: Tx, actor: Actor): Promise<string | null> {
  const [own, ...others] = actor.location_ids ?? []
  if (!own || others.length > 0) return null
  const location = await tx.maybe(sql<{ id: string }>`
    select id from locations where org_id = ${actor.org_id} and id = ${own} and is_active and hidden_at is null`)
  return location?.id ?? null
}

/** An order that was just created and waits for stock. A limited member sees only parts of it. */
async function openOrderOf(tx: Tx, actor: Actor, id: string): Promise<SalesOrder> {
  const fresh = actor.location_ids === null && (await newOrdersOf(tx, actor, [id])).get(id)
  return fresh || salesOrderOf(tx, actor, id)
}
