import { describe, expect, test } from 'vitest'
import { shownPayment } from './shown-payment.ts'

const order = { status: 'ordered', payment_status: 'pending', total_amount: 30, amount_due: 0, refund_due: 0 } as const

describe('the payment of an order', () => {
  test('is its payment status while the order is active', () => {
    expect(shownPayment({ ...order, amount_due: 30 })).toBe('pending')
    expect(shownPayment({ ...order, payment_status: 'partial', amount_due: 8 })).toBe('partial')
    expect(shownPayment({ ...order, payment_status: 'paid', refund_due: 4 })).toBe('paid')
  })

  test('is not shown for a cancelled order that no one paid', () => {
    for (const payment_status of ['pending', 'cancelled'] as const)
      expect(shownPayment({ ...order, status: 'cancelled', payment_status })).toBeNull()
    expect(shownPayment({ ...order, status: 'cancelled', payment_status: 'paid', total_amount: 0 })).toBeNull()
  })

  test('is not shown for a cancelled order whose payment is cancelled, even if units were received', () => {
    expect(shownPayment({ ...order, status: 'cancelled', payment_status: 'cancelled', amount_due: 8 })).toBeNull()
  })

  test('is not shown for a cancelled order whose payments were all undone', () => {
    // The server's response then: nothing is paid, owed or due back.
    const undone = { ...order, status: 'cancelled', payment_status: 'pending' } as const
    expect(shownPayment(undone)).toBeNull()
    expect(shownPayment({ ...undone, payment_status: 'cancelled' })).toBeNull()
  })

  test('is a refund due if a cancelled order was paid', () => {
    for (const payment_status of ['paid', 'partial'] as const)
      expect(shownPayment({ ...order, status: 'cancelled', payment_status, refund_due: 12 })).toBe('refund_due')
  })

  test('keeps its status if units of a cancelled order were kept and are paid or owed', () => {
    expect(shownPayment({ ...order, status: 'cancelled', payment_status: 'paid' })).toBe('paid')
    expect(shownPayment({ ...order, status: 'cancelled', payment_status: 'partial', amount_due: 8 })).toBe('partial')
    expect(shownPayment({ ...order, status: 'cancelled', amount_due: 8 })).toBe('pending')
  })

  test('is paid if a cancelled order is paid for everything that was kept, even if that is less than its total', () => {
    const kept = { ...order, status: 'cancelled', payment_status: 'partial' } as const
    expect(shownPayment(kept)).toBe('paid')
  })

  test('is paid if everything is paid except for returned goods that were refunded; without anything kept, there is none', () => {
    expect(shownPayment({ ...order, status: 'delivered', payment_status: 'partial' })).toBe('paid')
    expect(shownPayment({ ...order, status: 'delivered', payment_status: 'pending' })).toBeNull()
  })
})
