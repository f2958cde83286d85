import { z } from 'zod'
import { id, requiredText } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { shortened } from '../platform/excerpt.ts'
import { notify } from '../notifications/notify.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { Link } from './open-link.ts'

/** The form of a question. Its id was created with the page: sent twice, it is one question. */
export const questionForm = z.object({
  id,
  question: requiredText('Enter your question', limits.shareMessageCharacters),
})

/** Asks the seller about the order of a link. Refuses limit_reached. */
export async function askQuestion(tx: Tx, link: Link, form: z.output<typeof questionForm>): Promise<void> {
  const { count, is_repeated } = await tx.one(sql<{ count: number; is_repeated: boolean }>`
    select count(*)::int as count, coalesce(bool_or(id = ${form.id}), false) as is_repeated
    from sales_order_questions where org_id = ${link.org_id} and share_id = ${link.id}`)
  if (count >= limits.messagesPerShare && !is_repeated)
    refuse('limit_reached', undefined, 'Too many questions were sent with this link. Contact the seller directly.')
  const asked = await tx.run(sql`
    insert into sales_order_questions (org_id, id, sales_order_id, share_id, question, asked_at)
    values (${link.org_id}, ${form.id}, ${link.document_id}, ${link.id}, ${form.question}, app.now())
    on conflict do nothing`)
  if (asked === 0) return
  const { order_number, customer_name } = await tx.one(sql<{ order_number: string; customer_name: string }>`
    select order_number, customer_name from sales_orders where org_id = ${link.org_id} and id = ${link.document_id}`)
  const body = shortened(form.question, limits.notificationQuoteCharacters)
  await notify(
    tx,
    { org_id: link.org_id, user_id: link.id, email: customer_name },
    {
      kind: 'customer_question',
      title: `Question about ${order_number}`,
      body,
      limited_body: body,
      subject: { kind: 'sales_order', id: link.document_id },
      cause: `customer_question ${form.id}`,
    },
  )
}
