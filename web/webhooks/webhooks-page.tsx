import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { readMe } from '../../contract/me.ts'
import { mayDo } from '../../contract/permissions.ts'
import { listWebhooks } from '../../contract/webhooks.ts'
import { useRead } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { SettingsList } from '../organizations/settings-list.tsx'
import { NewWebhook } from './webhook-form.tsx'
import { WebhooksCard } from './webhooks-card.tsx'
import classes from './webhooks.module.css'

/** The addresses that receive events. `?add=1` opens the dialog for a new one. */
export function WebhooksPage() {
  const [url, setUrl] = useUrlState({ add: '' })
  const me = useRead(readMe, {}).data
  const mayWrite = me !== undefined && mayDo(me.organization.role, 'webhooks.write')
  const webhooks = useRead(listWebhooks, {}, { enabled: mayWrite })
  // An empty list offers its first one in the middle.
  const isAny = (webhooks.data?.items.length ?? 0) > 0
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
        mayWrite &&
        isAny && (
          <Button leftSection={<IconPlus size={16} stroke={1.8} />} onClick={add}>
            Add webhook
          </Button>
        )
      }
    >
      <SettingsList
        title="Webhooks"
        icon={IconWebhook}
        mayManage={me && mayWrite}
        query={webhooks}
        onlyAdmins="Only admins manage webhooks"
        empty={{
          title: 'No webhooks yet',
          text: 'A webhook tells your program about stock, products, orders, receipts and shipments as they change.',
          action: <Button onClick={add}>Add your first webhook</Button>,
        }}
        failed="Failed to load webhooks"
      >
        {(items) => <WebhooksCard webhooks={items} />}
      </SettingsList>
      {mayWrite && (
        <Dialog title="Add webhook" opened={url.add !== ''} onClose={() => setUrl({ add: '' })} size={520}>
          <NewWebhook onDone={() => setUrl({ add: '' })} />
        </Dialog>
      )}
    </SettingsFrame>
  )
}
