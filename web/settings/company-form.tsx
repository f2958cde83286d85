import { Textarea, TextInput } from '@mantine/core'
import { usualPaperSize } from '../../contract/printed-documents.ts'
import { saveSettings, type Settings } from '../../contract/settings.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { type CommandFormState, useSubmit } from '../kit/use-submit.ts'
import { Card } from '../ui/card.tsx'
import { paperLabels } from './labels.ts'
import { CurrencySelect, TimeZoneSelect } from '../organizations/region-selects.tsx'
import { Select } from '../ui/select.tsx'

/** Company information, the same for all members. */
export function CompanyForm({ settings }: Readonly<{ settings: Settings }>) {
  const fields = useFields(saveSettings, {
    initial: companyOf(settings),
    toInput: ({ payment_terms_days, ...company }) => ({
      ...company,
      payment_terms_days: payment_terms_days === '' ? null : payment_terms_days,
    }),
    draft: useDraft('company-information'),
  })
  const conflict = useConflict(fields, { strategy, fromRecord: (record) => companyOf(record as Settings) })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to update settings. Please try again.',
    onDone: (saved) => {
      fields.restart(companyOf(saved))
      toastDone('Settings updated successfully!')
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save Changes" disabled={!fields.dirty}>
      <CompanyCard state={state} />
      <RegionCard state={state} timeZone={settings.time_zone} canChangeCurrency={settings.can_change_currency} />
      <DocumentsCard state={state} timeZone={fields.values.time_zone} />
    </CommandForm>
  )
}

type CardProps = Readonly<{
  state: Pick<CommandFormState<ReturnType<typeof companyOf>, Settings>, 'field'>
  timeZone: string
}>

function CompanyCard({ state }: Pick<CardProps, 'state'>) {
  return (
    <Card title="Company">
      <FieldGrid columns={2}>
        <TextInput label="Company Name" autoComplete="organization" {...state.field('company_name')} />
        <TextInput label="Email" type="email" autoComplete="off" {...state.field('company_email')} />
        <TextInput label="Phone" type="tel" autoComplete="off" {...state.field('company_phone')} />
        <TextInput label="Website" autoComplete="url" {...state.field('company_website')} />
        <TextInput
          label="Tax ID"
          description="Printed on documents, such as VAT DE123456789"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...state.field('company_tax_id')}
        />
        <Textarea
          label="Address"
          rows={3}
          autosize
          minRows={3}
          maxRows={8}
          autoComplete="off"
          {...state.field('company_address')}
        />
      </FieldGrid>
    </Card>
  )
}

/** What days and amounts are in. */
function RegionCard({ state, timeZone, canChangeCurrency }: CardProps & Readonly<{ canChangeCurrency: boolean }>) {
  return (
    <Card title="Time zone and currency">
      <FieldGrid columns={2}>
        <TimeZoneSelect description="Used for dates and reports" initial={timeZone} {...state.field('time_zone')} />
        <CurrencySelect
          description={
            canChangeCurrency
              ? 'Used for all amounts. Existing prices aren’t converted.'
              : 'Can’t be changed once there are orders'
          }
          disabled={!canChangeCurrency}
          {...state.field('currency')}
        />
      </FieldGrid>
    </Card>
  )
}

function DocumentsCard({ state, timeZone }: CardProps) {
  return (
    <Card title="Documents">
      <FieldGrid columns={2}>
        <NumberField
          label="Payment terms (days)"
          description="Days from the order date until an invoice is due. 0 means due on receipt. Leave blank for no due date."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          {...state.field('payment_terms_days')}
        />
        <Select
          label="Paper size"
          description="For invoices, orders and packing slips as PDF"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={paperChoices(timeZone)}
          {...state.field('paper_size')}
        />
      </FieldGrid>
    </Card>
  )
}

const strategy = mergeByField<ReturnType<typeof companyOf>>({
  company_name: 'Company Name',
  company_email: 'Email',
  company_phone: 'Phone',
  company_website: 'Website',
  company_tax_id: 'Tax ID',
  time_zone: 'Time Zone',
  currency: 'Currency',
  company_address: 'Address',
  payment_terms_days: 'Payment terms (days)',
  paper_size: {
    name: 'Paper size',
    show: (paper_size) => (paper_size === 'auto' ? 'Automatic' : paperLabels[paper_size]),
  },
})

function paperChoices(time_zone: string) {
  return [
    { value: 'auto', label: `Automatic (${paperLabels[usualPaperSize(time_zone)]})` },
    { value: 'a4', label: paperLabels.a4 },
    { value: 'letter', label: paperLabels.letter },
  ]
}

function companyOf(settings: Settings) {
  const { company_name, company_email, company_phone, company_address, time_zone, currency, version } = settings
  const { company_website, company_tax_id, payment_terms_days, paper_size } = settings
  return {
    company_name,
    company_email,
    company_phone,
    company_address,
    company_website,
    company_tax_id,
    time_zone,
    currency,
    payment_terms_days: payment_terms_days ?? ('' as number | string),
    paper_size,
    version,
  }
}
