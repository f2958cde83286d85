import { expect, test } from 'vitest'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { testApp } from '../testing/app.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { ordering, receiptInput } from '../testing/ordering.ts'

// Not shared with other files: it waits until a statement in its database waits for a lock.
const app = await testApp()

test('a dated receipt and its undo lock the organization before the order', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  /** What waits for the organization while someone changes it, and leaves the order free. */
  const whileChanged = async <T>(work: () => Promise<T>): Promise<T> => {
    await app.admin.query('begin')
    await app.admin.query('select from organizations where org_id = $1 for no key update', [s.me.org_id])
    const result = work()
    await lockAwaited(app.admin)
    await app.admin.query('select from purchase_orders where org_id = $1 and id = $2 for update nowait', [
      s.me.org_id,
      order.id,
    ])
    await app.admin.query('commit')
    return result
  }
  const dated = { ...receiptInput(order, s.main, [4]), happened_at: '2026-03-05' }
  const { receipt } = await whileChanged(() => s.me.call(createReceipt, dated))
  await whileChanged(() => s.me.call(reverseReceipt, { id: receipt.id }))
  expect((await s.read(order)).lines[0]).toMatchObject({ received_quantity: 0 })
})
