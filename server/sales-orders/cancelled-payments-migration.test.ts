import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reversePayment } from '../../contract/sales-payments.ts'
import { violatedInvariants } from '../../ledger/invariants.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await testApp()
const file = join(import.meta.dirname, '../../db/migrations/0690_payments_of_cancelled_orders.sql')
const migration = readFileSync(file, 'utf8')

test('the upgrade gives a cancelled order the payment status of its payments', async () => {
  const s = await selling(app)
  const product = await s.product(20)
  const cancelled = async (...amounts: number[]) => {
    const order = await s.order([[product.id, 5]])
    for (const amount of amounts) await s.pay(order, amount)
    return s.to(order, 'cancelled')
  }
  const [undone, part, never, open] = [
    await cancelled(10),
    await cancelled(4),
    await cancelled(),
    await s.order([[product.id, 1]]),
  ]
  await s.me.call(reversePayment, { payment_id: undone.payments[0]!.id })
  const shown = () => Promise.all([undone, part, never, open].map((order) => s.read(order)))
  const now = await shown()
  expect(now.map(({ payment_status }) => payment_status)).toEqual(['pending', 'partial', 'pending', 'pending'])
  // The rows as they were.
  await app.admin.query('alter table sales_orders disable trigger user')
  await app.admin.query(`update sales_orders set payment_status = 'paid' where id = $1`, [undone.id])
  await app.admin.query('alter table sales_orders enable trigger user')
  expect(await violatedInvariants(app.admin)).not.toEqual([])
  const audited = async () => (await app.admin.query('select count(*) from audit_trail')).rows[0].count
  const auditedBefore = await audited()

  await app.admin.query(`begin; set local role onhand_owner; ${migration}; commit`)

  expect(await shown()).toEqual(now)
  expect(await audited()).toBe(auditedBefore)
  await expectSound(app)
})
