import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { listApiKeys } from '../../contract/api-keys.ts'
import { readMe } from '../../contract/me.ts'
import { mayDo } from '../../contract/permissions.ts'
import { useRead } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { SettingsList } from '../organizations/settings-list.tsx'
import classes from './api-keys.module.css'
import { KeysCard } from './keys-card.tsx'
import { NewKey } from './new-key.tsx'

/** Keys that programs use for the API. `?add=1` opens the dialog for a new one. */
export function ApiKeysPage() {
  const [url, setUrl] = useUrlState({ add: '' })
  const me = useRead(readMe, {}).data
  const mayWrite = me !== undefined && mayDo(me.organization.role, 'api_keys.write')
  const keys = useRead(listApiKeys, {}, { enabled: mayWrite })
  // An empty list offers its first one in the middle.
  const isAny = (keys.data?.items.length ?? 0) > 0
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.8} />} onClick={() => setUrl({ add: '1' })}>
      Create API key
    </Button>
  )
  return (
    <SettingsFrame
      title="API Keys"
      subtitle={
        <>
          Let your programs use the{' '}
          <a href="/api/docs" className={classes['among']}>
            API
          </a>
        </>
      }
      primary={mayWrite && isAny && add}
    >
      <SettingsList
        title="API keys"
        icon={IconKey}
        mayManage={me && mayWrite}
        query={keys}
        onlyAdmins="Only admins manage API keys"
        empty={{
          title: 'No API keys yet',
          text: 'A key lets a program read and change only what you allow.',
          action: <Button onClick={() => setUrl({ add: '1' })}>Create your first API key</Button>,
        }}
        failed="Failed to load API keys"
      >
        {(items) => <KeysCard keys={items} />}
      </SettingsList>
      {me && mayWrite && (
        <Dialog title="Create an API key" opened={url.add !== ''} onClose={() => setUrl({ add: '' })} size={560}>
          <NewKey own={me.organization.role} onDone={() => setUrl({ add: '' })} />
        </Dialog>
      )}
    </SettingsFrame>
  )
}
