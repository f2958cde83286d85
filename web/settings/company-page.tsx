import { paymentTermsText } from '../../contract/papers.ts'
import { readSettings, type Settings } from '../../contract/settings.ts'
import { useRead } from '../kit/api.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { RecordSkeleton } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { DeleteCompanyCard } from '../organizations/delete-company-card.tsx'
import { SampleSettingsCard } from '../organizations/settings-card.tsx'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { Card } from '../ui/card.tsx'
import { CompanyForm } from './company-form.tsx'
import { paperLabels } from './labels.ts'
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
        {query.data !== undefined && mayEdit !== undefined ? (
          mayEdit ? (
            <CompanyForm settings={query.data} />
          ) : (
            <CompanyDetails settings={query.data} />
          )
        ) : query.error ? (
          <ErrorCard error={query.error} fallback="Failed to load settings" onRetry={() => void query.refetch()} />
        ) : (
          <RecordSkeleton />
        )}
        {query.data !== undefined && mayEdit !== undefined && <LogoCard mayEdit={mayEdit} />}
        <SampleSettingsCard />
        <DeleteCompanyCard />
      </div>
    </SettingsFrame>
  )
}

/** Company information for members who can only read it. */
function CompanyDetails({ settings }: Readonly<{ settings: Settings }>) {
  return (
    <Card>
      <DescriptionList
        items={[
          ['Company Name', settings.company_name],
          ['Email', settings.company_email],
          ['Phone', settings.company_phone],
          ['Address', settings.company_address],
          ['Website', settings.company_website],
          ['Tax ID', settings.company_tax_id],
          ['Time Zone', settings.time_zone],
          [
            'Payment terms',
            settings.payment_terms_days === null ? null : paymentTermsText(settings.payment_terms_days),
          ],
          ['Paper size', settings.paper_size === 'auto' ? 'Automatic' : paperLabels[settings.paper_size]],
        ]}
      />
    </Card>
  )
}
