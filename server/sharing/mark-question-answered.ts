import { markQuestionAnswered } from '../../contract/customer-questions.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { questionsOf } from './queries.ts'

/** Marks a question as answered, or as open again. The first one to mark it stays named. Refuses not_found. */
export const markQuestionAnsweredCommand = implement(markQuestionAnswered, async (tx, actor, { id, is_answered }) => {
  const found = await tx.maybe(questionsOf(actor, sql`q.id = ${id}`))
  if (!found) refuse('not_found')
  await tx.run(sql`
    update sales_order_questions set
      answered_at = case when ${is_answered} then coalesce(answered_at, app.now()) end,
      answered_by = case when ${is_answered} then coalesce(answered_by, ${actor.user_id}::uuid) end,
      answered_reference = case when ${is_answered} then coalesce(answered_reference, ${userReference(actor)}) end
    where org_id = ${actor.org_id} and id = ${id}`)
  return tx.one(questionsOf(actor, sql`q.id = ${id}`))
})
