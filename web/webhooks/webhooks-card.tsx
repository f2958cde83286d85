import { useState } from 'react'
import type { Webhook } from '../../contract/webhooks.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Card } from '../ui/card.tsx'
import { NewSecret } from './new-secret.tsx'
import { ResumeWebhook } from './resume-webhook.tsx'
import { EditWebhook } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookRow } from './webhook-row.tsx'
import type { Opened } from './webhook-actions.ts'
import classes from './webhooks.module.css'

/** The addresses that receive events. */
export function WebhooksCard({ webhooks }: { webhooks: readonly Webhook[] }) {
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
        title={`Resend events from ${chosen?.name ?? ''}`}
        opened={opened?.what === 'resume' && chosen !== undefined}
        onClose={close}
        size={480}
      >
        {chosen && <ResumeWebhook webhook={chosen} onDone={close} />}
      </Dialog>
      <Dialog
        title={`${chosen?.name ?? ''} log`}
        opened={opened?.what === 'log' && chosen !== undefined}
        onClose={close}
        size={560}
      >
        {chosen && <WebhookLog webhook={chosen} />}
      </Dialog>
      <Dialog title="New signing secret" opened={opened?.what === 'secret'} onClose={close} size={520}>
        {opened?.what === 'secret' && <NewSecret name={opened.name} secret={opened.secret} onDone={close} />}
      </Dialog>
    </>
  )
}
