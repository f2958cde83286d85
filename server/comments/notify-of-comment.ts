import type { Person } from '../../contract/comments.ts'
import type { RecordType } from '../../contract/records.ts'
import { notify, type Subject } from '../notifications/notify.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { quoted } from '../notifications/comment-text.ts'
import { shortName } from '../notifications/sentences.ts'
import { sql } from '../platform/sql.ts'
import type { RecordRef } from './records.ts'

/** Notifies the people mentioned and, for a new comment, everyone else who follows the record. */
export async function notifyOfComment(
  tx: Tx,
  actor: Actor,
  record: RecordRef,
  comment: Readonly<{
    id: string
    body: string
    mentions: readonly Person[]
    mentioned: readonly string[]
    isNew: boolean
  }>,
): Promise<void> {
  const { id, body, mentions, mentioned, isNew } = comment
  const others = isNew ? await followers(tx, actor, record, mentioned) : []
  if (mentioned.length === 0 && others.length === 0) return
  const name = await nameOf(tx, actor, record)
  const text = quoted(body, mentions)
  const common = { comment_id: id, body: text, limited_body: text, subject: subjectOf(record) }
  if (mentioned.length > 0)
    await notify(tx, actor, { ...common, kind: 'mention', title: `You were mentioned: ${name}`, to: mentioned })
  if (others.length > 0)
    await notify(tx, actor, { ...common, kind: 'comment', title: `New comment: ${name}`, to: others })
}

async function followers(
  tx: Tx,
  { org_id, user_id }: Actor,
  { record_type, record_id }: RecordRef,
  except: readonly string[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ user_id: string }>`
    select user_id from follows
    where org_id = ${org_id} and record_type = ${record_type} and record_id = ${record_id} and following
      and user_id <> ${user_id} and user_id <> all (${[...except]}::uuid[])`)
  return rows.map((row) => row.user_id)
}

function subjectOf({ record_type, record_id }: RecordRef): Subject {
  return { kind: record_type === 'transaction' ? 'posting' : record_type, id: record_id }
}

const kinds: Readonly<Record<RecordType, string>> = {
  product: 'a product',
  category: 'a category',
  supplier: 'a supplier',
  customer: 'a customer',
  location: 'a location',
  sales_order: 'a sales order',
  purchase_order: 'a purchase order',
  shipment: 'a shipment',
  receipt: 'a receipt',
  return: 'a return',
  transfer: 'a transfer',
  transaction: 'a transaction',
}

/** A record's display name; without one, its kind. */
async function nameOf(tx: Tx, { org_id }: Actor, { record_type, record_id }: RecordRef): Promise<string> {
  const found = await tx.maybe(sql<{ name: string | null }>`
    select case ${record_type}::text
      when 'product' then (select name from products where org_id = ${org_id} and id = ${record_id})
      when 'category' then (select name from categories where org_id = ${org_id} and id = ${record_id})
      when 'supplier' then (select name from suppliers where org_id = ${org_id} and id = ${record_id})
      when 'customer' then (select name from customers where org_id = ${org_id} and id = ${record_id})
      when 'location' then (select name from locations where org_id = ${org_id} and id = ${record_id})
      when 'sales_order' then (select order_number from sales_orders where org_id = ${org_id} and id = ${record_id})
      when 'purchase_order' then (select order_number from purchase_orders where org_id = ${org_id} and id = ${record_id})
    end as name`)
  return found?.name ? shortName(found.name) : kinds[record_type]
}
