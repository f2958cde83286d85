import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { listWebhookAttempts, redeliverWebhook, type Webhook } from '../../contract/webhooks.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { describeOutcome, isConfirmed } from './words.ts'
import classes from './webhooks.module.css'

const firstRows = 25
const allRows = 200

/** The latest delivery attempts: event, time and result. Each event can be sent again. */
export function WebhookLog({ webhook: { id } }: { webhook: Webhook }) {
  const [limit, setLimit] = useState(firstRows)
  const attempts = useRead(listWebhookAttempts, { id, limit })
  const again = async (number: number) => {
    try {
      await act(redeliverWebhook, { id, number })
      toastDone(`Event ${number} is sent again`)
    } catch (error) {
      toastFailed(error, 'Failed to send the event again')
    }
  }
  if (attempts.error)
    return (
      <ErrorState error={attempts.error} fallback="Failed to load the log" onRetry={() => void attempts.refetch()} />
    )
  if (!attempts.data) return <RowSkeletons rows={4} />
  if (attempts.data.items.length === 0) return <p>Nothing has been sent yet. Send a test to try it.</p>
  return (
    <>
      <div className={classes['scroll']}>
        <table className={classes['log']}>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Type</th>
              <th scope="col">Answer</th>
              <th scope="col">Time</th>
              <th scope="col">Sent</th>
              <th scope="col">Send again</th>
            </tr>
          </thead>
          <tbody>
            {attempts.data.items.map((attempt) => (
              <tr key={attempt.id}>
                <td>{attempt.number ?? '–'}</td>
                <td>{attempt.type}</td>
                <td>
                  <StatusBadge tone={isConfirmed(attempt) ? 'green' : 'red'}>{describeOutcome(attempt)}</StatusBadge>
                </td>
                <td>{attempt.milliseconds} ms</td>
                <td>
                  <Moment at={attempt.attempted_at} />
                </td>
                <td>
                  {attempt.number !== null && (
                    <Tooltip label="Send again">
                      <ActionIcon
                        size={28}
                        aria-label={`Send event ${attempt.number} again`}
                        onClick={() => again(attempt.number ?? 0)}
                      >
                        <IconRefresh size={16} stroke={1.6} />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {attempts.data.next !== null && limit === firstRows && (
        <Button variant="default" onClick={() => setLimit(allRows)}>
          Show more
        </Button>
      )}
    </>
  )
}
