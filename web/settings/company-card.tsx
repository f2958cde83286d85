import type { Settings } from '../../contract/settings.ts'
import { DescriptionList } from '../kit/description-list.tsx'
import { Card } from '../ui/card.tsx'

/** Company information for those who may only read it. */
export function CompanyCard({ settings }: Readonly<{ settings: Settings }>) {
  return (
    <Card title="Company Information" note="Only owners and admins can change it">
      <DescriptionList
        items={[
          ['Company Name', settings.company_name],
          ['Email', settings.company_email],
          ['Phone', settings.company_phone],
          ['Address', settings.company_address],
          ['Time Zone', settings.time_zone],
        ]}
      />
    </Card>
  )
}
