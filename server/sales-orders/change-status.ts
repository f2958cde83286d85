import { changeSalesOrderStatus } from '../../contract/sales-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { lockOrder, requireSeen } from './lock-order.ts'
import { salesOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import type { ApplyStatus } from './status-effect.ts'

/**
 * Moves an order to any status, with its effect on stock. Its current status changes nothing. Refuses, in this order:
 * not_found; forbidden to a limited member if it concerns other locations; conflict; what applyStatus refuses.
 */
export const changeSalesOrderStatusCommand = (applyStatus: ApplyStatus) =>
  implement(changeSalesOrderStatus, async (tx, actor, input) => {
    const order = await lockOrder(tx, actor, input.id)
    await requireSeen(tx, actor, order, input.version)
    if (input.status !== order.status) {
      await applyStatus(tx, actor, order, { from: order.status, to: input.status, take_back: input.take_back })
      await refreshOrder(tx, actor, order, { status: input.status, chosen: true, reason: input.notes })
    }
    return salesOrderOf(tx, actor, order.id)
  })
