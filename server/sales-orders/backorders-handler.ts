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

/** Of the orders that this posting reserved for, those that wait for nothing more. */
async function notifyOfReady(tx: Tx, org_id: string, posting_id: string): Promise<void> {
  const ready = await tx.all(sql<{ id: string; order_number: string; customer_name: string }>`
    select o.id, o.order_number, o.customer_name from sales_orders o
    where o.org_id = ${org_id} and ${readiness} = 'ready' and o.id in (
      select d.document_id from stock_movements m
      join stock_demands d on d.org_id = m.org_id and d.product_id = m.product_id and d.document_line_id = m.document_line_id
      where m.org_id = ${org_id} and m.posting_id = ${posting_id} and m.to_account = 'reserved')
    order by o.order_number`)
  const payloads = ready.map(({ id, order_number, customer_name }) => {
    const body = `Everything left to ship to ${shortName(customer_name)} is in stock.`
    const subject = { kind: 'sales_order' as const, id }
    return { kind: 'order_ready' as const, title: `Ready to ship: ${order_number}`, body, limited_body: body, subject }
  })
  await notifyOfEach(tx, { org_id, user_id: null }, payloads)
}
