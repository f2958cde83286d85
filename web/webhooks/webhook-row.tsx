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
import {
  removeWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '../../contract/webhooks.ts'
import { confirm } from '../kit/confirm.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { SectionRow } from '../kit/section.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { describeBacklog, describeNouns, describeOutcome, isConfirmed, stateWords } from './words.ts'
import classes from './webhooks.module.css'

/** What is open for one of them. */
export type Opened = Readonly<
  { what: 'edit' | 'log' | 'resume'; id: string } | { what: 'secret'; name: string; secret: string }
>

/** One address: how it stands, and what can be done with it. */
export function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }) {
  const { id, name, url, nouns, state } = webhook
  const [label, tone] = stateWords[state]
  const backlog = describeBacklog(webhook)
  const { pause, resume, test, rotate, remove } = actionsOf(webhook, onOpen)
  const going =
    state === 'off'
      ? { label: 'Resume', icon: IconPlayerPlay, onClick: resume }
      : state === 'paused'
        ? { label: 'Continue', icon: IconPlayerPlay, onClick: pause(false) }
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
          {webhook.last_attempt_at !== null && (
            <LastAttempt at={webhook.last_attempt_at} status={webhook.last_status} />
          )}
        </>
      }
      action={
        <RowActions
          of={name}
          actions={[
            { label: 'Send a test', icon: IconSend, onClick: test, quick: true },
            { label: 'Log', icon: IconListDetails, onClick: () => onOpen({ what: 'log', id }), quick: true },
            { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ what: 'edit', id }) },
            going,
            {
              label: 'Resume from a number',
              icon: IconPlayerTrackNext,
              onClick: () => onOpen({ what: 'resume', id }),
            },
            { label: 'Rotate secret', icon: IconRefresh, onClick: rotate },
            { label: 'Remove', icon: IconTrash, danger: true, onClick: remove },
          ]}
        />
      }
    />
  )
}

function LastAttempt({ at, status }: { at: string; status: number | null }): ReactNode {
  return (
    <>
      {' · last sent '}
      <Moment at={at} />
      {status !== null && `, answered ${status}`}
    </>
  )
}

/** What each action does, and says once it is done. */
function actionsOf({ id, name, url, nouns, version }: Webhook, onOpen: (opened: Opened) => void) {
  /** Does something and says so; a failure is shown. */
  const trying = (work: () => Promise<string>, failed: string) => async () => {
    try {
      toastDone(await work())
    } catch (error) {
      toastFailed(error, failed)
    }
  }
  const pause = (is_paused: boolean) =>
    trying(
      async () => {
        await act(updateWebhook, { id, version, name, url, nouns, is_paused })
        return is_paused ? `${name} is paused` : `${name} continues`
      },
      is_paused ? 'Failed to pause the webhook' : 'Failed to resume the webhook',
    )
  const resume = trying(async () => {
    await act(resumeWebhook, { id })
    return `${name} is on again`
  }, 'Failed to resume the webhook')
  const test = async () => {
    try {
      const outcome = await act(testWebhook, { id })
      const answer = `${describeOutcome(outcome)} in ${outcome.milliseconds} ms`
      if (isConfirmed(outcome)) toastDone(`Test delivered: ${answer}`)
      else toastFailed(null, `The test wasn’t confirmed: ${answer}`)
    } catch (error) {
      toastFailed(error, 'Failed to send the test')
    }
  }
  const rotate = async () => {
    const agreed = await confirm({
      title: `Rotate the secret of ${name}?`,
      text: 'For 24 hours requests are signed with both secrets. Change your program to the new one by then.',
      confirmLabel: 'Rotate secret',
    })
    if (!agreed) return
    try {
      const { secret } = await act(rotateWebhookSecret, { id })
      if (secret !== null) onOpen({ what: 'secret', name, secret })
    } catch (error) {
      toastFailed(error, 'Failed to rotate the secret')
    }
  }
  const remove = async () => {
    const agreed = await confirm({
      title: `Remove ${name}?`,
      text: 'Nothing more is sent to it, and its log is removed. Your program can still read the feed.',
      confirmLabel: 'Remove webhook',
      danger: true,
    })
    if (agreed)
      await trying(async () => {
        await act(removeWebhook, { id })
        return `${name} was removed`
      }, 'Failed to remove the webhook')()
  }
  return { pause, resume, test, rotate, remove }
}
