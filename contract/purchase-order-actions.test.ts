import { expect, test } from 'vitest'
import { purchaseOrderActions, purchaseOrderStatuses } from './purchase-order-actions.ts'

test('an order can be paid in every status as long as something is due', () => {
  const { pay } = purchaseOrderActions
  for (const status of purchaseOrderStatuses) {
    const order = { status, payment_status: 'partial', received: true, refund_due: 0 } as const
    expect(pay({ ...order, amount_due: 0.01 }), status).toBeNull()
    expect(pay({ ...order, amount_due: 0 }), status).toBe(
      status === 'cancelled' ? 'This order is cancelled.' : 'This order is already paid.',
    )
  }
})
