import { readSettings } from '../../contract/settings.ts'
import { useRead } from '../kit/api.ts'
import { ErrorCard } from '../kit/error-state.tsx'
import { FieldsSkeleton } from '../kit/form-skeleton.tsx'
import { NotificationChoices } from '../notifications/notification-choices.tsx'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { FlagsForm } from './flags-form.tsx'
import classes from './settings.module.css'

/** The member's notifications and their channels. */
export function NotificationPreferencesPage() {
  const { data, error, refetch } = useRead(readSettings, {})
  return (
    <SettingsFrame title="Notification Preferences" subtitle="These settings apply only to you">
      {data ? (
        <div className={classes['cards']}>
          <FlagsForm settings={data} />
          <NotificationChoices settings={data} />
        </div>
      ) : error ? (
        <ErrorCard error={error} fallback="Failed to load settings" onRetry={() => void refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
    </SettingsFrame>
  )
}
