import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { readMe } from '../../contract/members.ts'
import { mayDo } from '../../contract/permissions.ts'
import { listWebhooks, type Webhook } from '../../contract/webhooks.ts'
import { useRead } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { Card } from '../ui/card.tsx'
import { EditWebhook, NewSecret, NewWebhook, ResumeWebhook } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookRow } from './webhook-row.tsx'
import type { Opened } from './webhook-actions.ts'
import classes from './webhooks.module.css'

/** The addresses that receive events. `?add=1` opens the dialog for a new one. */
export function WebhooksPage() {
  const [url, setUrl] = useUrlState({ add: '' })
  const me = useRead(readMe, {}).data
  const mayWrite = me !== undefined && mayDo(me.organization.role, 'webhooks.write')
  const webhooks = useRead(listWebhooks, {}, { enabled: mayWrite })
  const add = () => setUrl({ add: '1' })
  return (
    <SettingsFrame
      title="Webhooks"
      subtitle={
        <>
          Send events to your own systems, as described by{' '}
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
    >
      {me && !mayWrite ? (
        <Card flush>
          <EmptyState
            icon={IconWebhook}
            title="Only admins manage webhooks"
            text="Ask an owner or admin of your company."
          />
        </Card>
      ) : webhooks.data ? (
        webhooks.data.items.length === 0 ? (
          <Card title="Webhooks" flush>
            <EmptyState
              icon={IconWebhook}
              title="No webhooks yet"
              text="A webhook tells your program about stock, products, orders, receipts and shipments as they change."
              action={<Button onClick={add}>Add your first webhook</Button>}
            />
          </Card>
        ) : (
          <WebhooksCard webhooks={webhooks.data.items} />
        )
      ) : webhooks.error ? (
        <ErrorCard error={webhooks.error} fallback="Failed to load webhooks" onRetry={() => void webhooks.refetch()} />
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
    </SettingsFrame>
  )
}

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
