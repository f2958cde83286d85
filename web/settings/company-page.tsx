import { readSettings } from '../../contract/settings.ts'
import { useRead } from '../kit/api.ts'
import { ErrorCard } from '../kit/error-state.tsx'
import { FieldsSkeleton } from '../kit/form-skeleton.tsx'
import { useMay } from '../kit/use-may.ts'
import { DeleteCompanyCard } from '../organizations/delete-company-card.tsx'
import { SampleSettingsCard } from '../organizations/settings-card.tsx'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { CompanyDetails } from './company-details.tsx'
import { CompanyForm } from './company-form.tsx'
import { LogoCard } from './logo-card.tsx'
import classes from './settings.module.css'

/** The data on the company's documents, the sample company, and deleting the company. */
export function CompanyPage() {
  const query = useRead(readSettings, {})
  const mayEdit = useMay('settings.write')
  return (
    <SettingsFrame
      title="Company Information"
      subtitle={mayEdit === false ? 'Only owners and admins can change it' : 'Appears on your documents and emails'}
    >
      <div className={classes['cards']}>
        {query.data !== undefined && mayEdit !== undefined && <LogoCard mayEdit={mayEdit} />}
        {query.data !== undefined && mayEdit !== undefined ? (
          mayEdit ? (
            <CompanyForm settings={query.data} />
          ) : (
            <CompanyDetails settings={query.data} />
          )
        ) : query.error ? (
          <ErrorCard error={query.error} fallback="Failed to load settings" onRetry={() => void query.refetch()} />
        ) : (
          <FieldsSkeleton />
        )}
        {/* Not below the skeleton, which is shorter than the form: they would be pushed down. */}
        {(query.data !== undefined || query.error !== null) && (
          <>
            <SampleSettingsCard />
            <DeleteCompanyCard />
          </>
        )}
      </div>
    </SettingsFrame>
  )
}
