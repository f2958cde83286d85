import { describe, expect, test } from 'vitest'
import { violatedInvariants } from '../stock/invariants.ts'
import { testApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await testApp()

describe('the life of a sales order', () => {
  test('more than there is: backordered, reserved when goods arrive, shipped in parts, delivered, one unit returned', async () => {
    const s = await selling(app)
    const product = await s.product(4)
    const order = await s.order([[product.id, 10]])
    expect(order).toMatchObject({
      status: 'pending',
      payment_status: 'pending',
      total_amount: 20,
      backordered: 6,
      open_lines: 1,
      lines: [{ reserved_quantity: 4, backordered_quantity: 6, status: 'backordered', remaining: 10 }],
      steps: [
        { name: 'Order placed', status: 'completed' },
        { name: 'Stock reserved', status: 'pending' },
      ],
      status_changes: [{ old_status: null, new_status: 'pending', changed_by: s.me.email }],
    })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 4, available: 0 })
    const planned = await s.plan(order, 3)
    expect(planned).toMatchObject({ status: 'pending', units: 3, shipment_no: 1 })
    expect(await s.read(order)).toMatchObject({
      status: 'processing',
      lines: [{ planned_quantity: 3, remaining: 7, reserved_quantity: 4 }],
    })
    await s.move(planned, 'in_transit')
    expect(await s.read(order)).toMatchObject({
      status: 'processing',
      lines: [{ shipped_quantity: 3, planned_quantity: 0, reserved_quantity: 1, backordered_quantity: 6, status: 'partial' }],
    })
    await s.move(planned, 'failed')
    await app.app.outbox.drain()
    expect(await s.read(order)).toMatchObject({
      status: 'processing',
      lines: [{ shipped_quantity: 0, reserved_quantity: 4, backordered_quantity: 6 }],
    })
    expect(await violatedInvariants(app.admin)).toEqual([])
  })
})
