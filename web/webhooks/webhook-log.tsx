import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { listWebhookAttempts, redeliverWebhook, type Webhook } from '../../contract/webhooks.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import {
  type AttemptedEvent as Attempted,
  byEvent,
  describeOutcome,
  describeResend,
  isConfirmed,
  outcomeAdvice,
} from './words.ts'
import classes from './webhooks.module.css'

const firstRows = 25
const allRows = 200

/** The latest delivery attempts: event, time and result. Each event can be sent again. */
export function WebhookLog({ webhook: { id, state } }: { webhook: Webhook }) {
  const [limit, setLimit] = useState(firstRows)
  const attempts = useRead(listWebhookAttempts, { id, limit }, { keepPrevious: true })
  const again = async (number: number) => {
    try {
      await act(redeliverWebhook, { id, number })
      toastDone(describeResend(number, state))
    } catch (error) {
      toastFailed(error, 'Failed to send the event again')
    }
  }
  if (attempts.error && !attempts.data)
    return (
      <ErrorState error={attempts.error} fallback="Failed to load the log" onRetry={() => void attempts.refetch()} />
    )
  if (!attempts.data) return <RowSkeletons rows={4} />
  const [newest] = attempts.data.items
  if (!newest) return <p>Nothing sent yet. Send a test to try it.</p>
  return (
    <div className={classes['logRoot']}>
      <p className={classes['about']} data-tone={isConfirmed(newest) ? undefined : 'red'}>
        {isConfirmed(newest)
          ? `Events of the last 30 days, newest first. The receiver responded with ${describeOutcome(newest)}.`
          : `The newest attempt failed: ${outcomeAdvice(newest)} Events that aren’t confirmed are sent again automatically.`}
      </p>
      <ol className={classes['log']} aria-label="Delivery attempts">
        {byEvent(attempts.data.items).map((event) => (
          <li key={event.newest.id}>
            <AttemptedEvent event={event} usual={describeOutcome(newest)} onAgain={again} />
          </li>
        ))}
      </ol>
      {attempts.data.next !== null && limit === firstRows && (
        <Button variant="default" className={classes['more']} onClick={() => setLimit(allRows)}>
          Show more
        </Button>
      )}
    </div>
  )
}

type AttemptedEventProps = Readonly<{
  event: Attempted
  /** The outcome above the list: only other outcomes are repeated. */
  usual: string
  onAgain: (number: number) => Promise<void>
}>

function AttemptedEvent({ event: { newest, count }, usual, onAgain }: AttemptedEventProps) {
  const { number, type, milliseconds, attempted_at } = newest
  const outcome = describeOutcome(newest)
  return (
    <>
      <div className={classes['attempt']}>
        <span>
          <span className={classes['event']}>{type === 'test' ? 'Test' : type}</span>
          {number !== null && <span className={classes['quiet']}> · #{number}</span>}
        </span>
        <span className={classes['quiet']}>
          {count > 1 && `${formatQuantity(count)} attempts, last `}
          <Moment at={attempted_at} /> · {milliseconds} ms
        </span>
      </div>
      {outcome !== usual && <StatusBadge tone={isConfirmed(newest) ? 'green' : 'red'}>{outcome}</StatusBadge>}
      {number !== null && (
        <Tooltip label="Send again">
          <ActionIcon size={32} aria-label={`Send event ${number} again`} onClick={() => void onAgain(number)}>
            <IconRefresh size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
}
