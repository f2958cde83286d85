import { IconKey, IconTrash } from '@tabler/icons-react'
import { type ApiKey, revokeApiKey } from '../../contract/api-keys.ts'
import { confirm } from '../kit/confirm.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useAllLocations } from '../kit/use-all-locations.ts'
import { locationNames } from '../ui/location-names.ts'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { describePermissions, permissionTexts } from './areas.ts'
import classes from './api-keys.module.css'

/** The API keys of the company. */
export function KeysCard({ keys }: { keys: readonly ApiKey[] }) {
  const isAnyLimited = keys.some(({ location_ids }) => location_ids !== null)
  const locations = useAllLocations({ enabled: isAnyLimited })
  const revoke = async ({ id, name }: ApiKey) => {
    const agreed = await confirm({
      title: `Revoke ${name}?`,
      text: 'Programs using this key lose access immediately. Everything they entered is kept.',
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
                text={
                  <>
                    <ul className={classes['areas']} aria-label={`Permissions of ${key.name}`}>
                      {permissionTexts(key.permissions).map((text) => (
                        <li key={text}>{text}</li>
                      ))}
                    </ul>
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
                    {isLess &&
                      ` · limited to ${describePermissions(key.effective_permissions).toLowerCase()} by its creator’s role`}
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
