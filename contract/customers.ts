import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, optionalEmail, optionalText, requiredText, text, version } from './fields.ts'
import { limits } from './limits.ts'
import { paymentTermsDays } from './printed-documents.ts'
import { page, pageInput } from './paging.ts'

/** Who an order is for: three fields on the order, remembered as a customer. */
export const customerFields = {
  customer_name: requiredText('Customer name is required', limits.shortTextCharacters),
  customer_email: optionalEmail,
  customer_phone: optionalText(limits.shortTextCharacters),
}

const summary = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

export const customer = summary.extend({
  /** Printed on invoices. */
  billing_address: z.string().nullable(),
  /** When their invoices are due; null: by the organization’s payment terms. */
  payment_terms_days: z.number().nullable(),
  notes: z.string().nullable(),
  version,
  created_at: moment,
  updated_at: moment,
  /** Orders that aren't cancelled, and the sum of their totals. */
  orders: z.number(),
  total_amount: z.number(),
  last_order_at: moment.nullable(),
})
export type Customer = z.output<typeof customer>
export type CustomerSummary = z.output<typeof summary>

export const listCustomers = query({
  name: 'list_customers',
  summary: 'Lists customers by name. `search` matches name, email and phone',
  path: '/customers',
  permission: 'orders.read',
  input: z.strictObject({ ...pageInput, search: text(limits.searchCharacters).optional() }),
  output: page(summary),
})

export const readCustomer = query({
  name: 'read_customer',
  summary: 'Returns one customer with totals of their orders',
  path: '/customers/:id',
  permission: 'orders.read',
  input: z.strictObject({ id }),
  output: customer,
})

export const updateCustomer = command({
  name: 'update_customer',
  summary: 'Updates a customer. Existing orders keep the details they were placed with',
  method: 'PUT',
  path: '/customers/:id',
  permission: 'orders.write',
  input: z.strictObject({
    id,
    version,
    name: requiredText('Customer name is required', limits.shortTextCharacters),
    email: optionalEmail,
    phone: optionalText(limits.shortTextCharacters),
    billing_address: optionalText(),
    payment_terms_days: paymentTermsDays.nullish().transform((value) => value ?? null),
    notes: optionalText(),
  }),
  output: customer,
  changes: ['customers'],
})
