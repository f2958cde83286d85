import { byCount, counted } from '../../contract/counted-nouns.ts'
import { isDay } from '../../contract/days.ts'
import { limits } from '../../contract/limits.ts'
import { editable } from '../../contract/purchase-order-actions.ts'
import { decimalPlaces, formatQuantity } from '../../contract/quantity.ts'
import { dayText } from '../organizations/company-days.ts'
import { notify } from '../notifications/notify.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockOrder } from '../purchase-orders/lock-order.ts'
import { refreshOrder } from '../purchase-orders/refresh-order.ts'
import { excessiveLines } from './excessive-proposals.ts'
import type { Link } from './open-link.ts'
import { quantityField } from './pages/quantity-field.ts'

/** A supplier's input: texts as typed, and quantities by line. */
export type AnswerForm = Readonly<{
  id: string
  version: number
  /** The id of the newest answer on the page; empty if there was none. */
  last_answer: string
  expected_date: string
  notes: string | null
  quantities: ReadonlyMap<string, string>
}>

type Line = {
  id: string
  line_no: number
  product_name: string
  product_sku: string
  quantity_decimals: number
  quantity: number
  received_quantity: number
}

/**
 * The supplier's answer to the order of a link. The delivery date applies immediately; different quantities wait for a
 * member to accept them, and replace earlier proposals. The same answer sent twice is one. Refuses, in this order:
 * wrong_status (closed orders); conflict (the order changed, or was answered by another link, since the page was
 * created); limit_reached; invalid_input beside its fields.
 */
export async function answerOrder(tx: Tx, actor: Actor, link: Link, form: AnswerForm): Promise<void> {
  const order = await lockOrder(tx, actor, link.document_id)
  const known = await tx.maybe(sql`select id from supplier_responses where org_id = ${link.org_id} and id = ${form.id}`)
  if (known) return
  if (editable[order.status] === 'notes')
    refuse('wrong_status', undefined, 'This order is closed. Contact the buyer directly.')
  if (order.version !== form.version)
    refuse('conflict', undefined, 'This order changed while you were answering. Check it and send your answer again.')
  const { count, newest } = await tx.one(sql<{ count: number; newest: string | null }>`
    select count(*) filter (where share_id = ${link.id})::int as count, (array_agg(id order by created_at desc, id))[1] as newest
    from supplier_responses where org_id = ${link.org_id} and purchase_order_id = ${order.id}`)
  if ((newest ?? '') !== form.last_answer)
    refuse('conflict', undefined, 'This order was answered in the meantime. Check the answer and send yours again.')
  if (count >= limits.messagesPerShare)
    refuse('limit_reached', undefined, 'Too many answers were sent with this link. Contact the buyer directly.')
  const [{ today, latest }, lines] = await Promise.all([daysOf(tx, link), linesOf(tx, link)])
  const items = changedLines(lines, form, { ...dateProblem(form.expected_date, today, latest) })
  const excessive = await excessiveLines(tx, link, order, items)
  if (excessive.length > 0)
    refuseFields(Object.fromEntries(excessive.map((id) => [quantityField(id), 'This quantity is too large'])))
  if (form.expected_date !== order.expected_date)
    await refreshOrder(tx, actor, order, { expected_date: form.expected_date })
  const replaced = await tx.run(sql`
    update supplier_responses set status = 'replaced'
    where org_id = ${link.org_id} and purchase_order_id = ${order.id} and status = 'pending'`)
  await tx.run(sql`
    insert into supplier_responses (org_id, id, purchase_order_id, share_id, expected_date, previous_date, notes, status, created_at)
    values (${link.org_id}, ${form.id}, ${order.id}, ${link.id}, ${form.expected_date}, ${order.expected_date}, ${form.notes},
      ${items.length > 0 ? 'pending' : 'confirmed'}, app.now())`)
  await notify(
    tx,
    { org_id: link.org_id, user_id: link.id, email: order.supplier_name },
    {
      kind: 'supplier_answer',
      title: `Delivery of ${order.order_number} confirmed for ${dayText(form.expected_date)}`,
      body: proposalText(items.length, replaced > 0),
      subject: { kind: 'purchase_order', id: order.id },
      cause: `supplier_answer ${form.id}`,
    },
  )
  if (items.length === 0) return
  await tx.run(sql`
    insert into supplier_response_items (org_id, response_id, line_no, purchase_order_id, purchase_order_item_id, product_name, product_sku,
      ordered_quantity, quantity)
    select ${link.org_id}, ${form.id}, x.line_no, ${order.id}, x.id, x.product_name, x.product_sku, x.ordered, x.quantity
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as x (line_no integer, id uuid, product_name text, product_sku text, ordered numeric, quantity numeric)`)
}

/** What an answer requires of the buyer, if anything. */
function proposalText(quantities: number, replacesProposal: boolean): string | null {
  if (quantities === 0) return replacesProposal ? 'The proposed quantities were withdrawn.' : null
  return byCount(quantities, {
    one: 'The supplier proposed a different quantity for {count} item. Accept or decline it.',
    other: 'The supplier proposed different quantities for {count} items. Accept or decline them.',
  })
}

/** The organization's current day, and the last possible delivery day. */
function daysOf(tx: Tx, { org_id }: Link): Promise<{ today: string; latest: string }> {
  return tx.one(sql<{ today: string; latest: string }>`
    select d.today, d.today + ${limits.deliveryDaysMax}::int as latest
    from organizations g cross join lateral (select (app.now() at time zone g.time_zone)::date as today) d where g.org_id = ${org_id}`)
}

function linesOf(tx: Tx, { org_id, document_id }: Link): Promise<Line[]> {
  return tx.all(sql<Line>`
    select i.id, row_number() over (order by i.line_no, i.id)::int as line_no, p.name as product_name, p.sku as product_sku, p.quantity_decimals,
      i.quantity, i.received_quantity
    from purchase_order_items i
    join products p on p.org_id = i.org_id and p.id = i.product_id
    where i.org_id = ${org_id} and i.purchase_order_id = ${document_id}
    order by i.line_no, i.id`)
}

function dateProblem(date: string, today: string, latest: string): Record<string, string> {
  if (!isDay(date)) return { expected_date: 'Enter the delivery date' }
  if (date < today) return { expected_date: 'The delivery date can’t be in the past' }
  return date > latest ? { expected_date: 'This date is too far ahead' } : {}
}

/** The lines with a different quantity than ordered. A line missing from the form stays unchanged. */
function changedLines(lines: readonly Line[], { quantities }: AnswerForm, fields: Record<string, string>) {
  const changed: {
    line_no: number
    id: string
    product_name: string
    product_sku: string
    ordered: number
    quantity: number
  }[] = []
  for (const line of lines) {
    const { id, line_no, product_name, product_sku, quantity: ordered } = line
    const typed = quantities.get(id)
    if (typed === undefined) continue
    const problem = quantityProblem(typed, line)
    if (problem) fields[quantityField(id)] = problem
    else if (Number(typed) !== ordered)
      changed.push({ line_no, id, product_name, product_sku, ordered, quantity: Number(typed) })
  }
  if (Object.keys(fields).length > 0) refuseFields(fields)
  return changed
}

function quantityProblem(typed: string, { quantity_decimals, received_quantity }: Line): string | null {
  if (!/^\d{1,11}(\.\d{1,15})?$/.test(typed)) return 'Enter a number'
  const value = Number(typed)
  if (value > limits.quantityMax) return 'This quantity is too large'
  if (decimalPlaces(value) > quantity_decimals)
    return quantity_decimals === 0 ? 'Enter whole units' : `Use at most ${counted(quantity_decimals, 'decimal')}`
  return value < received_quantity ? `${formatQuantity(received_quantity)} already received` : null
}
