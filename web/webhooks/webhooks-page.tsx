import { Button } from '@mantine/core'
import {
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlus,
  IconRefresh,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { readMe } from '../../contract/members.ts'
import { mayDo } from '../../contract/permissions.ts'
import {
  listWebhooks,
  removeWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '../../contract/webhooks.ts'
import { useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { SectionRow } from '../kit/section.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { act } from '../kit/use-command.ts'
import { SettingsTabs } from '../organizations/settings-tabs.tsx'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { EditWebhook, NewSecret, NewWebhook, ResumeWebhook } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { describeBacklog, describeNouns, describeOutcome, isConfirmed, stateWords } from './words.ts'
import classes from './webhooks.module.css'

/** Where events are sent to. `?add=1` opens the dialog for a new address. */
export function WebhooksPage() {
  const [url, setUrl] = useUrlState({ add: '' })
  const me = useRead(readMe, {}).data
  const mayWrite = me !== undefined && mayDo(me.organization.role, 'webhooks.write')
  const webhooks = useRead(listWebhooks, {}, { enabled: mayWrite })
  const add = () => setUrl({ add: '1' })
  return (
    <div className={classes['page']}>
      <PageHeader
        title="Webhooks"
        subtitle={
          <>
            Send what happens to your programs, as described by{' '}
            <a href="/api/asyncapi.json" className={classes['link']}>
              AsyncAPI
            </a>
          </>
        }
        primary={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} stroke={1.8} />} onClick={add}>
              Add webhook
            </Button>
          )
        }
      />
      <SettingsTabs />
      {me && !mayWrite ? (
        <EmptyState
          icon={IconWebhook}
          title="Only admins manage webhooks"
          text="Ask an owner or admin of your company."
        />
      ) : webhooks.data ? (
        webhooks.data.items.length === 0 ? (
          <EmptyState
            icon={IconWebhook}
            title="No webhooks yet"
            text="A webhook tells your program about stock, products, orders, receipts and shipments as they change."
            action={<Button onClick={add}>Add your first webhook</Button>}
          />
        ) : (
          <WebhooksCard webhooks={webhooks.data.items} />
        )
      ) : webhooks.error ? (
        <ErrorState error={webhooks.error} fallback="Failed to load webhooks" onRetry={() => void webhooks.refetch()} />
      ) : (
        <Card title="Webhooks" flush>
          <RowSkeletons rows={3} />
        </Card>
      )}
      {mayWrite && (
        <Dialog title="Add a webhook" opened={url.add !== ''} onClose={() => setUrl({ add: '' })} size={520}>
          <NewWebhook onDone={() => setUrl({ add: '' })} />
        </Dialog>
      )}
    </div>
  )
}

/** What is open for one of them. */
type Opened = Readonly<
  { what: 'edit' | 'log' | 'resume'; id: string } | { what: 'secret'; name: string; secret: string }
>

function WebhooksCard({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const chosen = opened && 'id' in opened ? webhooks.find(({ id }) => id === opened.id) : undefined
  return (
    <>
      <Card title="Webhooks" note={webhooks.length} flush>
        <ul className={classes['list']} aria-label="Webhooks">
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <WebhookRow webhook={webhook} onOpen={setOpened} />
            </li>
          ))}
        </ul>
      </Card>
      <Dialog title="Edit webhook" opened={opened?.what === 'edit' && chosen !== undefined} onClose={close} size={520}>
        {chosen && <EditWebhook webhook={chosen} onDone={close} />}
      </Dialog>
      <Dialog
        title={`Resume ${chosen?.name ?? ''} from a number`}
        opened={opened?.what === 'resume' && chosen !== undefined}
        onClose={close}
        size={480}
      >
        {chosen && <ResumeWebhook webhook={chosen} onDone={close} />}
      </Dialog>
      <Dialog
        title={`Log of ${chosen?.name ?? ''}`}
        opened={opened?.what === 'log' && chosen !== undefined}
        onClose={close}
        size={760}
      >
        {chosen && <WebhookLog webhook={chosen} />}
      </Dialog>
      <Dialog title="New signing secret" opened={opened?.what === 'secret'} onClose={close} size={520}>
        {opened?.what === 'secret' && <NewSecret name={opened.name} secret={opened.secret} onDone={close} />}
      </Dialog>
    </>
  )
}

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }) {
  const { id, name, url, nouns, version, state } = webhook
  const [label, tone] = stateWords[state]
  const backlog = describeBacklog(webhook)

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
