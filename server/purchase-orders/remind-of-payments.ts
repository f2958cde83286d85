import type { Currency } from '../../contract/currencies.ts'
import { limits } from '../../contract/limits.ts'
import { formatMoney } from '../../contract/money.ts'
import { notifyOfEach } from '../notifications/notify.ts'
import { sentences, shortName } from '../notifications/sentences.ts'
import { dayText } from '../organizations/company-days.ts'
import type { Database, Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { amountOwed, isPaymentDue } from './queries.ts'

/** The most orders of an organization that one run notifies of; the next run continues. */
const atOnce = 200

/** `fromHour`: the hour of the organization's day from which reminders are sent. */
type Options = Readonly<{ isOver?: () => boolean; fromHour?: number }>

/**
 * Notifies members of purchase orders on account that are due within some days, and again once they are overdue. Dates
 * pass without any command, so the server looks for them every hour. A failure in one organization doesn't stop the
 * others; throws an AggregateError at the end.
 */
export async function remindOfPayments(
  db: Database,
  { isOver = () => false, fromHour = limits.paymentReminderHour }: Options = {},
): Promise<void> {
  const found = await db.transaction(null, (tx) =>
    tx.all(sql<{ org_id: string }>`
      select org_id from app.payment_reminders_due(${limits.paymentDueSoonDays}, ${fromHour}) as due (org_id)`),
  )
  const errors: unknown[] = []
  for (const { org_id } of found) {
    if (isOver()) return
    await db
      .transaction({ org_id, user_id: null }, (tx) => remindOrganization(tx, org_id))
      .catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${found.length} could not be reminded`)
}

type Reminded = Readonly<{
  id: string
  order_number: string
  supplier_name: string
  currency: Currency
  amount_due: number
  payment_due_date: string
  is_overdue: boolean
}>

/** Records and queues what is new, in one transaction. Of two servers that find the same order, one records it. */
async function remindOrganization(tx: Tx, org_id: string): Promise<void> {
  const isOverdue = isPaymentDue({ org_id }, -1)
  const orders = await tx.all(sql<Reminded>`
    with due as materialized (
      select o.id, o.order_number, s.name as supplier_name, o.currency, ${amountOwed} - o.paid_amount as amount_due, o.payment_due_date,
        ${isOverdue} as is_overdue
      from purchase_orders o
      join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
      left join purchase_payment_reminders r on r.org_id = o.org_id and r.purchase_order_id = o.id
      where o.org_id = ${org_id} and ${isPaymentDue({ org_id }, limits.paymentDueSoonDays)}
        and (r.payment_due_date, r.is_overdue) is distinct from (o.payment_due_date, ${isOverdue})
      order by o.payment_due_date, o.id limit ${atOnce}
    ), recorded as (
      insert into purchase_payment_reminders as r (org_id, purchase_order_id, payment_due_date, is_overdue)
      select ${org_id}, id, payment_due_date, is_overdue from due
      on conflict (org_id, purchase_order_id) do update
      set payment_due_date = excluded.payment_due_date, is_overdue = excluded.is_overdue
      where (r.payment_due_date, r.is_overdue) is distinct from (excluded.payment_due_date, excluded.is_overdue)
      returning r.purchase_order_id
    )
    select due.* from due join recorded on recorded.purchase_order_id = due.id order by due.payment_due_date, due.id`)
  await notifyOfEach(tx, { org_id, user_id: null }, orders.map(reminder))
}

/** Amounts are the entire order's for everyone who can see it, so limited members read the same text. */
function reminder({ id, order_number, supplier_name, currency, amount_due, payment_due_date, is_overdue }: Reminded) {
  const day = dayText(payment_due_date)
  const body = sentences([`${formatMoney(amount_due, currency)} to ${shortName(supplier_name)}`, `Due on ${day}`])
  return {
    kind: 'payment_due' as const,
    cause: `payment:${id}:${payment_due_date}:${is_overdue ? 'overdue' : 'due'}`,
    title: `${is_overdue ? 'Payment overdue' : 'Payment due'}: ${order_number}`,
    body,
    limited_body: body,
    subject: { kind: 'purchase_order' as const, id },
  }
}
