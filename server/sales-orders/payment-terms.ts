import { paymentTermsText } from '../../contract/printed-documents.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { dayAfter } from '../organizations/company-days.ts'
import type { Company } from '../organizations/company.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** The customer's current billing data. */
export type Billing = { billing_address: string | null; payment_terms_days: number | null }

/** The billing data of an order's customer; all null if there is no such order. */
export async function billingOf(tx: Tx, { org_id }: Pick<Actor, 'org_id'>, order_id: string): Promise<Billing> {
  const billing = await tx.maybe(sql<Billing>`
    select c.billing_address, c.payment_terms_days from customers c
    join sales_orders o on o.org_id = c.org_id and o.customer_id = c.id
    where o.org_id = ${org_id} and o.id = ${order_id}`)
  return billing ?? { billing_address: null, payment_terms_days: null }
}

export type Terms = Readonly<{ text: string; due: string }>

/** When an order is due: by the customer's own terms, else the company's; null without either. */
export function termsOf(
  { order_date }: Pick<SalesOrder, 'order_date'>,
  company: Company,
  billing: Billing,
): Terms | null {
  const days = billing.payment_terms_days ?? company.payment_terms_days
  return days === null ? null : { text: paymentTermsText(days), due: dayAfter(order_date, days, company) }
}
