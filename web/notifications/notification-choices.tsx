import { Checkbox } from '@mantine/core'
import { readMe } from '../../contract/me.ts'
import {
  readNotificationPreferences,
  saveNotificationPreferences,
  type NotificationPreferences,
} from '../../contract/notifications.ts'
import { notificationKind, type NotificationChannel, type NotificationType } from '../../contract/notification-kinds.ts'
import { readPush } from '../../contract/push.ts'
import type { Settings } from '../../contract/settings.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { queryClient } from '../kit/query-client.ts'
import { keyOf } from '../kit/query-keys.ts'
import { currentOrganization } from '../kit/organization.ts'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import classes from './notification-choices.module.css'
import { Select } from '../ui/select.tsx'
import { hourText } from '../ui/time-text.ts'

type Flags = Pick<Settings, 'low_stock_alerts' | 'transaction_notifications' | 'email_notifications' | 'time_zone'>

/** The member's channels for each kind; each choice is saved immediately. The settings' flags take precedence. */
export function NotificationChoices({ settings }: Readonly<{ settings: Flags }>) {
  const { data, error, refetch } = useRead(readNotificationPreferences, {})
  return (
    <Card title="Notifications by type" note="Changes are saved automatically" flush>
      {data ? (
        <Choices preferences={data} settings={settings} />
      ) : error ? (
        <ErrorState
          error={error}
          fallback="Failed to load notification preferences"
          onRetry={() => void refetch()}
          compact
        />
      ) : (
        <RowSkeletons rows={6} />
      )}
    </Card>
  )
}

/** The kinds by the switch that turns all of them off. */
const groups = [
  { type: 'alert', title: 'Low Stock Alerts', flag: 'low_stock_alerts' },
  { type: 'transaction', title: 'Transaction Notifications', flag: 'transaction_notifications' },
  { type: 'system', title: 'Comments, imports and system', flag: undefined },
] as const satisfies readonly { type: NotificationType; title: string; flag: keyof Flags | undefined }[]

type Channel = Readonly<{ key: NotificationChannel; label: string; isOff?: boolean }>

type ChoicesProps = Readonly<{ preferences: NotificationPreferences; settings: Flags }>

function Choices({ preferences, settings }: ChoicesProps) {
  const hasPush = useRead(readPush, {}).data?.subscribed !== false
  const canMail = useRead(readMe, {}).data?.can_mail === true
  const channels: readonly Channel[] = [
    { key: 'app', label: 'In the app' },
    ...(canMail ? [{ key: 'mail' as const, label: 'Email' }] : []),
    { key: 'push', label: 'Browser', isOff: !hasPush },
  ]
  return (
    <>
      <PushNote />
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Type</th>
            {channels.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <KindGroup key={group.type} {...{ group, preferences, settings, channels }} />
        ))}
      </table>
      {canMail && (
        <div className={classes['digest']}>
          <Select
            label="Daily summary by email"
            description={`Unread notifications, once a day (${settings.time_zone})`}
            data={hours}
            value={preferences.digest_hour === null ? 'none' : String(preferences.digest_hour)}
            disabled={!settings.email_notifications}
            allowDeselect={false}
            onChange={(value) => save({ digest_hour: value === null || value === 'none' ? null : Number(value) })}
          />
        </div>
      )}
    </>
  )
}

type KindGroupProps = ChoicesProps & Readonly<{ group: (typeof groups)[number]; channels: readonly Channel[] }>

/** The kinds of one switch, each with its channels. */
function KindGroup({ group: { type, title, flag }, preferences, settings, channels }: KindGroupProps) {
  const kinds = preferences.kinds.filter(({ kind }) => notificationKind(kind).type === type)
  const isOff = flag !== undefined && !settings[flag]
  if (kinds.length === 0) return null
  return (
    <tbody>
      <tr className={classes['group']}>
        <th scope="rowgroup" colSpan={channels.length + 1}>
          {title} {isOff && <span className={classes['description']}>Turned off in the switches above</span>}
        </th>
      </tr>
      {kinds.map(({ kind, ...wanted }) => {
        const { label, description } = notificationKind(kind)
        return (
          <tr key={kind}>
            <th scope="row">
              {label}
              <span className={classes['description']}>{description}</span>
            </th>
            {channels.map((channel) => (
              <td key={channel.key} data-dimmed={channel.isOff || undefined}>
                <Checkbox
                  aria-label={`${label}: ${channel.label}`}
                  checked={wanted[channel.key]}
                  disabled={isOff || (channel.key === 'mail' && !settings.email_notifications)}
                  onChange={({ currentTarget: { checked } }) =>
                    save({ choices: [{ kind, channel: channel.key, wanted: checked }] })
                  }
                />
              </td>
            ))}
          </tr>
        )
      })}
    </tbody>
  )
}

/** If the browser checkboxes have no effect, says so and leads to the switch. */
function PushNote() {
  const { data, isLoading } = useRead(readPush, {})
  if (isLoading) return <div data-reading hidden />
  if (data?.subscribed !== false) return null
  return (
    <p className={classes['note']}>
      Notifications are off in this browser.{' '}
      <Link to="/profile" className={classes['link']}>
        {'Turn on'}
      </Link>
    </p>
  )
}

const hours = [
  { value: 'none', label: 'No summary' },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) })),
]

/** Shows the server's state afterwards. */
function save(input: Parameters<typeof act<typeof saveNotificationPreferences>>[1]): void {
  act(saveNotificationPreferences, input).then(
    (saved) => queryClient.setQueryData(keyOf(readNotificationPreferences, {}, currentOrganization()), saved),
    toastFailed,
  )
}
