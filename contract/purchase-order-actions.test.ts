import { expect, test } from 'vitest'
import { purchaseOrderActions, purchaseOrderStatuses } from './purchase-order-actions.ts'

test('an order can be paid in every status as long as something is due', () => {
  const { pay } = purchaseOrderActions
  for (const status of purchaseOrderStatuses) {
    const order = {
      status,
      payment_status: 'partial',
      payment_terms_days: null,
      received: true,
      refund_due: 0,
    } as const
    expect(pay({ ...order, amount_due: 0.01 }), status).toBeNull()
    expect(pay({ ...order, amount_due: 0 }), status).toBe(
      status === 'cancelled' ? 'This order is cancelled.' : 'This order is already paid.',
    )
  }
})

test('a draft can be ordered when it is paid or has payment terms, due on receipt included', () => {
  const { submit } = purchaseOrderActions
  const draft = { status: 'draft', received: false, amount_due: 5, refund_due: 0 } as const
  expect(submit({ ...draft, payment_status: 'paid', payment_terms_days: null })).toBeNull()
  for (const payment_status of ['pending', 'partial'] as const) {
    expect(submit({ ...draft, payment_status, payment_terms_days: null })).toBe('Pay for this order first.')
    for (const payment_terms_days of [0, 30])
      expect(submit({ ...draft, payment_status, payment_terms_days })).toBeNull()
  }
})
