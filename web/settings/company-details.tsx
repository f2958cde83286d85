import { paymentTermsText } from '../../contract/printed-documents.ts'
import type { Settings } from '../../contract/settings.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { Card } from '../ui/card.tsx'
import { currencyName } from '../organizations/currency-choices.ts'
import { paperLabels } from './labels.ts'

/** Company information for members who can only read it. */
export function CompanyDetails({ settings }: Readonly<{ settings: Settings }>) {
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
          ['Currency', currencyName(settings.currency)],
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
