import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { type CustomerQuestion, markQuestionAnswered } from '../../contract/customer-questions.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useMay } from '../kit/use-may.ts'
import { Moment } from '../ui/moment.tsx'
import { mailTo } from './mail-to.ts'
import classes from './sharing.module.css'

/** A customer's question about an order, with how to answer it. */
export function CustomerQuestionItem({ question: asked, order }: { question: CustomerQuestion; order: SalesOrder }) {
  const { id, question, asked_at, answered_at, answered_reference } = asked
  const mayAnswer = useMay('orders.write') === true
  const mark = async (is_answered: boolean) => {
    try {
      await act(markQuestionAnswered, { id, is_answered })
      toastDone(is_answered ? 'Marked as answered' : 'Marked as open', {
        about: id,
        undo: () => act(markQuestionAnswered, { id, is_answered: !is_answered }),
        undone: is_answered ? 'Marked as open' : 'Marked as answered',
      })
    } catch (error) {
      toastFailed(error, 'Failed to save')
    }
  }
  const reply = mailTo(order.customer_email, {
    subject: `Re: Order ${order.order_number}`,
    text: `\n\n${question.replaceAll(/^/gm, '> ')}`,
  })
  return (
    <li>
      <p className={classes['message']}>{question}</p>
      <p className={classes['note']}>
        <Moment at={asked_at} as="dated" />
        {answered_at !== null && (
          <>
            {' · '}answered <Moment at={answered_at} /> by {answered_reference}
          </>
        )}
      </p>
      {mayAnswer && (
        <div className={classes['answer']}>
          {answered_at === null && order.customer_email && (
            <Button
              component="a"
              href={reply}
              variant="default"
              size="compact-md"
              leftSection={<IconMail size={16} stroke={1.7} />}
            >
              Reply
            </Button>
          )}
          <Button variant="default" size="compact-md" onClick={() => void mark(answered_at === null)}>
            {answered_at === null ? 'Mark as answered' : 'Mark as open'}
          </Button>
        </div>
      )}
    </li>
  )
}
