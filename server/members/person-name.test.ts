import { expect, test } from 'vitest'
import { createComment, listComments } from '../../contract/comments.ts'
import { renameMe } from '../../contract/me.ts'
import { removeMember } from '../../contract/members.ts'
import { createPurchaseOrder, payPurchaseOrder, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt, readReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { createSalesOrder, readSalesOrder } from '../../contract/sales-orders.ts'
import { addPayment, reversePayment } from '../../contract/sales-payments.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { receiptInput } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

test('everything a member did shows the name they have now', async () => {
  const { me, product, main } = await selling(app)
  const clerk = await colleague(app, me, 'admin')
  const one = await product(9)
  const record = { record_type: 'product', record_id: one.id } as const
  await clerk.call(createComment, { ...record, body: 'Counted' })
  await clerk.call(createTransaction, { product_id: one.id, type: 'in', quantity: 1, reason_code: 'customer_return' })
  const sale = await clerk.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: one.id, quantity: 2, unit_price: 2 }],
  })
  const paid = await clerk.call(addPayment, { sales_order_id: sale.id, amount: 1, payment_method: 'cash' })
  await clerk.call(reversePayment, { payment_id: paid.payments[0]?.id ?? '' })
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const lines = [{ product_id: one.id, quantity: 10, unit_price: 2 }]
  const { id, version } = await clerk.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const { receipt } = await clerk.call(
    createReceipt,
    receiptInput(await clerk.call(payPurchaseOrder, { id, version }), main, [4]),
  )
  await clerk.call(reverseReceipt, { id: receipt.id })

  const everyone = async () => {
    const [comments, history, order, purchase, received] = await Promise.all([
      me.call(listComments, { ...record, limit: 10 }),
      me.call(listTransactions, { product_id: one.id, type: 'in', limit: 1 }),
      me.call(readSalesOrder, { id: sale.id }),
      me.call(readPurchaseOrder, { id }),
      me.call(readReceipt, { id: receipt.id }),
    ])
    return {
      comment: comments.items[0]?.user_reference,
      transaction: history.items[0]?.user_reference,
      order: order.user_reference,
      payment: order.payments[0]?.user_reference,
      undone: order.payments[0]?.undone_by,
      purchase: purchase.user_reference,
      paid: purchase.payments[0]?.user_reference,
      placed: purchase.status_changes[0]?.changed_by_name,
      receipt: received.user_reference,
      reversed: received.undone_by,
    }
  }
  const all = (name: string) => Object.fromEntries(Object.keys(before).map((key) => [key, name]))
  const before = await everyone()
  await clerk.call(renameMe, { username: 'Nancy Davolio' })
  expect(await everyone()).toEqual(all('Nancy Davolio'))
  // A former member has no name anymore: what was stored is shown, as in the audit trail.
  await me.call(removeMember, { user_id: clerk.user_id })
  expect(await everyone()).toEqual({ ...all(clerk.email.split('@')[0] ?? ''), placed: clerk.email })
})
