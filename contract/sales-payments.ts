import { z } from 'zod'
import { command } from './endpoint.ts'
import { id, money, optionalDay, optionalText, someNumber } from './fields.ts'
import { limits } from './limits.ts'
import { paymentMethods } from './sales-order-statuses.ts'
import { salesOrder } from './sales-orders.ts'

const newPayment = {
  id: id.optional(),
  sales_order_id: id,
  amount: someNumber('Enter an amount').pipe(
    money('Amount must be greater than 0').refine((value) => value > 0, 'Amount must be greater than 0'),
  ),
  payment_method: z.enum(paymentMethods, 'Please select a payment method'),
  /** The organization's day on which it was paid, not in the future. Today, or omitted, means now. */
  payment_date: optionalDay,
  reference_number: optionalText(limits.shortTextCharacters),
  notes: optionalText(),
}

export const addPayment = command({
  name: 'add_payment',
  summary: 'Adds a payment. The payment status follows from all payments and the total',
  method: 'POST',
  path: '/sales-orders/:sales_order_id/payments',
  permission: 'orders.write',
  input: z.strictObject(newPayment),
  output: salesOrder,
  status: 201,
  changes: ['sales-orders'],
})

export const recordRefund = command({
  name: 'record_refund',
  summary:
    'Records money paid back to the customer, at most `refundable_amount`. It is listed as a payment with a negative amount',
  method: 'POST',
  path: '/sales-orders/:sales_order_id/refunds',
  permission: 'orders.write',
  input: z.strictObject(newPayment),
  output: salesOrder,
  status: 201,
  changes: ['sales-orders'],
})

export const reversePayment = command({
  name: 'reverse_payment',
  summary:
    'Undoes a payment or refund, once. It stays in the history but no longer counts, and the payment status is updated',
  method: 'POST',
  path: '/payments/:payment_id/reversal',
  permission: 'orders.write',
  input: z.strictObject({ payment_id: id }),
  output: salesOrder,
  changes: ['sales-orders'],
})
