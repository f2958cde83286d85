import { fillBackorders } from '../../ledger/demands.ts'
import { notifyOfEach } from '../notifications/notify.ts'
import { shortName } from '../notifications/sentences.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { sql } from '../platform/sql.ts'
import { readiness } from './readiness.ts'

/**
 * The work queued by a posting that made stock available that an order waits for (kernel.write_totals): reserves it,
 * oldest demand first, for all its products in one posting. Members are notified of orders that can ship now.
 */
export const backordersHandler: OutboxHandler = async (tx, org_id, { product_ids }: { product_ids: string[] }) => {
  const posting_id = newId()
  const { movements } = await fillBackorders(tx, { org_id, user_id: null }, { product_ids, posting_id })
  if (movements === 0) return []
  await notifyOfReady(tx, org_id, posting_id)
  return ['stock', 'sales-orders']
}

/**
 * Of the orders that this posting reserved for, those that wait for nothing more. What is available and not reserved
 * yet has its own work in the queue: the order is announced with the last of it, once. Servers that do such work at the
 * same moment look one after the other, so that the last of them sees what all have reserved.
 */
async function notifyOfReady(tx: Tx, org_id: string, posting_id: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`ready orders ${org_id}`}, 0))`)
  const ready = await tx.all(sql<{ id: string; order_number: string; customer_name: string }>`
    select o.id, o.order_number, o.customer_name from sales_orders o
    where o.org_id = ${org_id} and ${readiness} = 'ready' and o.id in (
      select d.document_id from stock_movements m
      join stock_demands d on d.org_id = m.org_id and d.product_id = m.product_id and d.document_line_id = m.document_line_id
      where m.org_id = ${org_id} and m.posting_id = ${posting_id} and m.to_account = 'reserved')
      and not exists (
        select from stock_demands d
        where d.org_id = o.org_id and d.document_kind = 'sales_order' and d.document_id = o.id and d.wanted > d.fulfilled + (
          select coalesce(sum(c.quantity), 0) from stock_commitments c
          where c.org_id = d.org_id and c.document_line_id = d.document_line_id and c.account = 'reserved'))
    order by o.order_number`)
  const payloads = ready.map(({ id, order_number, customer_name }) => {
    const body = `Everything left to ship to ${shortName(customer_name)} is in stock.`
    const subject = { kind: 'sales_order' as const, id }
    return { kind: 'order_ready' as const, title: `Ready to ship: ${order_number}`, body, limited_body: body, subject }
  })
  await notifyOfEach(tx, { org_id, user_id: null }, payloads)
}
