import { Button } from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ApiKey, listApiKeys, revokeApiKey } from '../../contract/api-keys.ts'
import { limits } from '../../contract/limits.ts'
import { listLocations } from '../../contract/locations.ts'
import { readMe } from '../../contract/members.ts'
import { mayDo } from '../../contract/permissions.ts'
import { useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { SectionRow } from '../kit/section.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { act } from '../kit/use-command.ts'
import { locationNames } from '../ui/location-names.ts'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { describePermissions } from './areas.ts'
import classes from './api-keys.module.css'
import { NewKey } from './new-key.tsx'

/** Keys that programs use for the API. `?add=1` opens the dialog for a new one. */
export function ApiKeysPage() {
  const [url, setUrl] = useUrlState({ add: '' })
  const me = useRead(readMe, {}).data
  const mayWrite = me !== undefined && mayDo(me.organization.role, 'api_keys.write')
  const keys = useRead(listApiKeys, {}, { enabled: mayWrite })
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.8} />} onClick={() => setUrl({ add: '1' })}>
      Create API key
    </Button>
  )
  return (
    <SettingsFrame
      title="API keys"
      subtitle={
        <>
          Let your programs use the{' '}
          <a href="/api/docs" className={classes['among']}>
            API
          </a>
        </>
      }
      primary={mayWrite && add}
    >
      {me && !mayWrite ? (
        <Card flush>
          <EmptyState
            icon={IconKey}
            title="Only admins manage API keys"
            text="Ask an owner or admin of your company."
          />
        </Card>
      ) : keys.data ? (
        keys.data.items.length === 0 ? (
          <Card title="API keys" flush>
            <EmptyState
              icon={IconKey}
              title="No API keys yet"
              text="A key lets a program read and change only what you allow."
              action={<Button onClick={() => setUrl({ add: '1' })}>Create your first API key</Button>}
            />
          </Card>
        ) : (
          <KeysCard keys={keys.data.items} />
        )
      ) : keys.error ? (
        <ErrorCard error={keys.error} fallback="Failed to load API keys" onRetry={() => void keys.refetch()} />
      ) : (
        <Card title="API keys" flush>
          <RowSkeletons rows={3} />
        </Card>
      )}
      {me && mayWrite && (
        <Dialog title="Create an API key" opened={url.add !== ''} onClose={() => setUrl({ add: '' })} size={560}>
          <NewKey own={me.organization.role} onDone={() => setUrl({ add: '' })} />
        </Dialog>
      )}
    </SettingsFrame>
  )
}

function KeysCard({ keys }: { keys: readonly ApiKey[] }) {
  const isAnyLimited = keys.some(({ location_ids }) => location_ids !== null)
  const locations = useRead(listLocations, { limit: limits.pageSizeMax }, { enabled: isAnyLimited }).data?.items ?? []
  const revoke = async ({ id, name }: ApiKey) => {
    const agreed = await confirm({
      title: `Revoke ${name}?`,
      text: 'Programs using this key lose access immediately. What they entered stays.',
      confirmLabel: 'Revoke key',
      danger: true,
    })
    if (!agreed) return
    try {
      await act(revokeApiKey, { id })
      toastDone(`${name} was revoked`)
    } catch (error) {
      toastFailed(error, 'Failed to revoke the key')
    }
  }
  return (
    <Card title="API keys" note={keys.length} flush>
      <ul className={classes['list']} aria-label="API keys">
        {keys.map((key) => {
          const isLess = key.effective_permissions.length < key.permissions.length
          return (
            <li key={key.id}>
              <SectionRow
                icon={<IconKey size={18} stroke={1.6} />}
                title={key.name}
                badge={
                  <StatusBadge tone="gray" dot={false}>
                    {describePermissions(key.permissions)}
                  </StatusBadge>
                }
                text={
                  <>
                    Created <Moment at={key.created_at} /> by {key.made_by}
                    {' · '}
                    {key.last_used_at === null ? (
                      'never used'
                    ) : (
                      <>
                        last used <Moment at={key.last_used_at} />
                      </>
                    )}
                    {key.location_ids && ` · only ${locationNames(key.location_ids, locations) || 'some locations'}`}
                    {isLess && ` · now ${describePermissions(key.effective_permissions).toLowerCase()}, as its creator`}
                  </>
                }
                action={
                  <RowActions
                    of={key.name}
                    actions={[{ label: 'Revoke key', icon: IconTrash, danger: true, onClick: () => revoke(key) }]}
                  />
                }
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
