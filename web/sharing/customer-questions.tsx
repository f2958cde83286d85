import type { SalesOrder } from '../../contract/sales-orders.ts'
import { listSalesOrderQuestions } from '../../contract/customer-questions.ts'
import { useRead } from '../kit/api.ts'
import { Card } from '../ui/card.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { CustomerQuestionItem } from './customer-question.tsx'
import classes from './sharing.module.css'

/** The customer's questions from a link; nothing if there are none. */
export function CustomerQuestions({ order }: { order: SalesOrder }) {
  const { data, isLoading } = useRead(listSalesOrderQuestions, { sales_order_id: order.id })
  if (isLoading) return <div data-reading hidden />
  const questions = data?.items ?? []
  if (questions.length === 0) return null
  const open = questions.filter(({ answered_at }) => answered_at === null).length
  return (
    <Card
      title="Customer Questions"
      flush
      {...(open > 0 ? { aside: <StatusBadge tone="amber">{open} open</StatusBadge> } : {})}
    >
      <ul className={classes['messages']}>
        {questions.map((question) => (
          <CustomerQuestionItem key={question.id} question={question} order={order} />
        ))}
      </ul>
    </Card>
  )
}
