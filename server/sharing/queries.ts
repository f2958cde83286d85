import { listSalesOrderQuestions, type CustomerQuestion } from '../../contract/customer-questions.ts'
import { listPurchaseOrderShares, listSalesOrderShares, type Share } from '../../contract/sharing.ts'
import { listSupplierResponses, type SupplierResponse } from '../../contract/supplier-responses.ts'
import { concernsOtherLocations, requireWholeDocument } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { nameOf, personName } from '../platform/person-name.ts'
import type { Opener } from './links.ts'

/** The order that a link opens, by its column and table. */
export type SharedDocument = Readonly<{ opener: Opener; id: string }>

export const tableNames = { customer: 'sales_orders', supplier: 'purchase_orders' } as const
/** What a member limited to locations must see completely to share an order. */
export const documentPart = { customer: 'shipped_goods', supplier: 'purchase_order' } as const
export const columnOf = { customer: sql`sales_order_id`, supplier: sql`purchase_order_id` } as const

/** Refuses not_found for an order that the caller can't see. */
async function requireVisible(tx: Tx, actor: Actor, { opener, id }: SharedDocument): Promise<void> {
  const found = await tx.maybe(
    sql`select id from ${sql.ref(tableNames[opener])} where org_id = ${actor.org_id} and id = ${id}`,
  )
  if (!found) refuse('not_found')
}

const sharesOf = (actor: Actor, condition: Statement<unknown>) => sql<Share>`
  select s.id, s.created_at, s.expires_at, s.expires_at <= clock_timestamp() as is_expired, s.label, s.user_id,
    ${personName('s')} as user_reference, v.last_opened_at
  from shares s
  left join share_visits v on v.org_id = ${actor.org_id} and v.id = s.id
  where s.org_id = ${actor.org_id} and s.revoked_at is null and ${condition}
  order by s.created_at desc, s.id`

/** The links to an order; if the caller sees only a part of it, those they created. Refuses forbidden without any. */
async function listShares(tx: Tx, actor: Actor, document: SharedDocument): Promise<{ items: Share[] }> {
  const [items] = await Promise.all([
    tx.all(sharesOf(actor, sql`s.${columnOf[document.opener]} = ${document.id}`)),
    requireVisible(tx, actor, document),
  ])
  const part = documentPart[document.opener]
  if (!(await concernsOtherLocations(tx, actor, part, document.id))) return { items }
  const own = items.filter(({ user_id }) => user_id === actor.user_id)
  if (own.length === 0) await requireWholeDocument(tx, actor, part, document.id)
  return { items: own }
}

export const listSalesOrderSharesQuery = implement(listSalesOrderShares, (tx, actor, { sales_order_id }) =>
  listShares(tx, actor, { opener: 'customer', id: sales_order_id }),
)

export const listPurchaseOrderSharesQuery = implement(listPurchaseOrderShares, (tx, actor, { purchase_order_id }) =>
  listShares(tx, actor, { opener: 'supplier', id: purchase_order_id }),
)

/** A link that was not revoked. Refuses not_found. */
export async function readShare(tx: Tx, actor: Actor, id: string): Promise<Share> {
  return (await tx.maybe(sharesOf(actor, sql`s.id = ${id}`))) ?? refuse('not_found')
}

/** Questions about orders that the caller can see, newest first. */
export const questionsOf = (actor: Pick<Actor, 'org_id'>, condition: Statement<unknown>) => sql<CustomerQuestion>`
  select q.id, q.sales_order_id, q.question, q.asked_at, q.answered_at,
    ${nameOf(actor.org_id, sql`q.answered_by`, sql`q.answered_reference`)} as answered_reference
  from sales_order_questions q
  join sales_orders o on o.org_id = q.org_id and o.id = q.sales_order_id
  where q.org_id = ${actor.org_id} and ${condition}
  order by q.asked_at desc, q.id`

export const listSalesOrderQuestionsQuery = implement(
  listSalesOrderQuestions,
  async (tx, actor, { sales_order_id }) => {
    const [items] = await Promise.all([
      tx.all(questionsOf(actor, sql`q.sales_order_id = ${sales_order_id}`)),
      requireVisible(tx, actor, { opener: 'customer', id: sales_order_id }),
    ])
    return { items }
  },
)

/**
 * Answers to orders that the caller can see, newest first. A member limited to locations sees only the quantities
 * proposed for lines they see.
 */
export const responsesOf = (actor: Pick<Actor, 'org_id'>, condition: Statement<unknown>) => sql<SupplierResponse>`
  select r.id, r.purchase_order_id, r.expected_date, r.previous_date, r.notes, r.status, r.created_at, r.decided_at,
    ${nameOf(actor.org_id, sql`r.decided_by`, sql`r.decided_reference`)} as decided_reference, coalesce(i.items, '[]') as items
  from supplier_responses r
  join purchase_orders o on o.org_id = r.org_id and o.id = r.purchase_order_id
  left join lateral (
    select jsonb_agg(jsonb_build_object(
      'purchase_order_item_id', x.purchase_order_item_id, 'product_name', x.product_name, 'product_sku', x.product_sku,
      'ordered_quantity', x.ordered_quantity, 'quantity', x.quantity) order by x.line_no) as items
    from supplier_response_items x
    where x.org_id = r.org_id and x.response_id = r.id and (app.location_ids() is null or exists (
      select from purchase_order_items l where l.org_id = x.org_id and l.id = x.purchase_order_item_id))
  ) i on true
  where r.org_id = ${actor.org_id} and ${condition}
  order by r.created_at desc, r.id`

export const listSupplierResponsesQuery = implement(listSupplierResponses, async (tx, actor, { purchase_order_id }) => {
  const [items] = await Promise.all([
    tx.all(responsesOf(actor, sql`r.purchase_order_id = ${purchase_order_id}`)),
    requireVisible(tx, actor, { opener: 'supplier', id: purchase_order_id }),
  ])
  return { items }
})
