import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { ofSalesOrder } from './sharing.ts'

export const customerQuestion = z.object({
  id,
  sales_order_id: id,
  question: z.string(),
  asked_at: moment,
  answered_at: moment.nullable(),
  /** The member who marked it as answered. */
  answered_reference: z.string().nullable(),
})
export type CustomerQuestion = z.output<typeof customerQuestion>

export const listSalesOrderQuestions = query({
  name: 'list_sales_order_questions',
  summary: 'Lists the customer’s questions about a sales order, newest first',
  path: '/sales-orders/:sales_order_id/questions',
  permission: 'orders.read',
  input: z.strictObject(ofSalesOrder),
  output: z.object({ items: z.array(customerQuestion) }),
})

export const markQuestionAnswered = command({
  name: 'mark_question_answered',
  summary: 'Marks a customer’s question as answered or as open',
  method: 'PUT',
  path: '/sales-order-questions/:id',
  permission: 'orders.write',
  input: z.strictObject({ id, is_answered: z.boolean() }),
  output: customerQuestion,
  changes: ['shares'],
})
