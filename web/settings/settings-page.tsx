import { readSettings } from '../../contract/settings.ts'
import { ImportPanel } from '../imports/import-panel.tsx'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { RecordSkeleton } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { LedgerCard } from '../ledger-checks/ledger-card.tsx'
import { NotificationChoices } from '../notifications/notification-choices.tsx'
import { DeleteCompanyCard } from '../organizations/delete-company-card.tsx'
import { SampleSettingsCard } from '../organizations/settings-card.tsx'
import { SettingsTabs } from '../organizations/settings-tabs.tsx'
import { SettingsForm } from './settings-form.tsx'
import classes from './settings.module.css'

export function SettingsPage() {
  const query = useRead(readSettings, {})
  const mayEditCompany = useMay('settings.write')
  const mayImport = useMay('imports.write')
  return (
    <div className={classes['page']}>
      <PageHeader title="Settings" subtitle="Manage your company and import data" />
      <SettingsTabs />
      {query.data !== undefined && mayEditCompany !== undefined ? (
        <SettingsForm settings={query.data} mayEditCompany={mayEditCompany} />
      ) : query.error ? (
        <ErrorState error={query.error} fallback="Failed to load settings" onRetry={() => void query.refetch()} />
      ) : (
        <RecordSkeleton />
      )}
      {query.data !== undefined && (
        <div className={classes['import']}>
          <NotificationChoices settings={query.data} />
        </div>
      )}
      {mayImport && (
        <div className={classes['import']}>
          <ImportPanel />
        </div>
      )}
      {mayEditCompany && (
        <div className={classes['ledger']}>
          <LedgerCard />
        </div>
      )}
      <div className={classes['sample']}>
        <SampleSettingsCard />
      </div>
      <div className={classes['sample']}>
        <DeleteCompanyCard />
      </div>
    </div>
  )
}
