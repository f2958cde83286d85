import { Button } from '@mantine/core'
import {
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconRefresh,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Webhook } from '../../contract/webhooks.ts'
import { RowActions } from '../kit/row-actions.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { describeBacklog, describeNouns, lastFailure, stateWords } from './words.ts'
import { type Opened, webhookActions } from './webhook-actions.ts'
import classes from './webhooks.module.css'

/** One address: its state and its actions. */
export function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }) {
  const { id, name, url, nouns, state } = webhook
  const [label, tone] = stateWords[state]
  const backlog = describeBacklog(webhook)
  const isFailed = lastFailure(webhook) !== null
  const { pause, resume, test, rotate, remove } = webhookActions(webhook, onOpen)
  const going =
    state === 'off'
      ? { label: 'Resume', icon: IconPlayerPlay, onClick: resume }
      : state === 'paused'
        ? { label: 'Resume', icon: IconPlayerPlay, onClick: pause(false) }
        : { label: 'Pause', icon: IconPlayerPause, onClick: pause(true) }
  return (
    <SectionRow
      icon={<IconWebhook size={18} stroke={1.6} />}
      title={name}
      badge={<StatusBadge tone={tone}>{label}</StatusBadge>}
      text={
        <>
          <span className={classes['address']}>{url}</span>
          <br />
          {describeNouns(nouns)}
          {backlog && ` · ${backlog}`}
          <LastAttempt webhook={webhook} />
        </>
      }
      action={
        <>
          {isFailed && (
            <Button
              variant="default"
              size="compact-md"
              aria-label={`View log of ${name}`}
              onClick={() => onOpen({ what: 'log', id })}
            >
              View log
            </Button>
          )}
          <RowActions
            of={name}
            actions={[
              { label: 'Send a test', icon: IconSend, onClick: test, quick: true },
              { label: 'Log', icon: IconListDetails, onClick: () => onOpen({ what: 'log', id }), quick: !isFailed },
              { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ what: 'edit', id }) },
              going,
              {
                label: 'Resend from an event',
                icon: IconPlayerTrackNext,
                onClick: () => onOpen({ what: 'resume', id }),
              },
              { label: 'Rotate secret', icon: IconRefresh, onClick: rotate },
              { label: 'Remove', icon: IconTrash, danger: true, onClick: remove },
            ]}
          />
        </>
      }
    />
  )
}

function LastAttempt({ webhook }: { webhook: Webhook }): ReactNode {
  const { last_attempt_at: at, last_status } = webhook
  if (at === null) return null
  const failure = lastFailure(webhook)
  if (failure === null)
    return (
      <>
        {' · last sent '}
        <Moment at={at} />, responded with {last_status}
      </>
    )
  return (
    <span className={classes['failed']}>
      Last attempt failed <Moment at={at} />: {failure}
    </span>
  )
}
