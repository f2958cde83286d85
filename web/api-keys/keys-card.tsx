import { IconKey, IconTrash } from '@tabler/icons-react'
import { type ApiKey, revokeApiKey } from '../../contract/api-keys.ts'
import { limits } from '../../contract/limits.ts'
import { listLocations } from '../../contract/locations.ts'
import { useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { locationNames } from '../ui/location-names.ts'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { describePermissions } from './areas.ts'
import classes from './api-keys.module.css'

/** The API keys of the company. */
export function KeysCard({ keys }: { keys: readonly ApiKey[] }) {
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
