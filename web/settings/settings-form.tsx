import { Select, Textarea, TextInput } from '@mantine/core'
import { saveSettings, type Settings } from '../../contract/settings.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useCommandForm } from '../kit/use-command-form.ts'
import { Card } from '../ui/card.tsx'
import classes from './settings.module.css'
import { timeZones } from './time-zones.ts'

/** Company information, for those who may change it. The notification flags join it when something is sent. */
export function SettingsForm({ settings }: Readonly<{ settings: Settings }>) {
  const state = useCommandForm(saveSettings, {
    initial: settings,
    toInput: ({ company_name, company_email, company_phone, company_address, time_zone, version }) => ({
      company_name,
      company_email,
      company_phone,
      company_address,
      time_zone,
      version,
    }),
    fromRecord: (record) => record as Settings,
    fallback: 'Failed to update settings. Please try again.',
    onDone: (saved) => {
      state.form.setValues(saved)
      toastDone('Settings updated successfully!')
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save Changes">
      <Card title="Company Information">
        <div className={classes['fields']}>
          <FieldGrid columns={3}>
            <TextInput label="Company Name" autoComplete="organization" {...state.field('company_name')} />
            <TextInput label="Email" type="email" autoComplete="off" {...state.field('company_email')} />
            <TextInput label="Phone" type="tel" autoComplete="off" {...state.field('company_phone')} />
          </FieldGrid>
          <Textarea label="Address" rows={3} autoComplete="off" {...state.field('company_address')} />
          <FieldGrid columns={3}>
            <Select
              label="Time Zone"
              description="Days begin and end by it"
              searchable
              allowDeselect={false}
              data={timeZones(settings.time_zone)}
              nothingFoundMessage="No such time zone"
              {...state.field('time_zone')}
            />
          </FieldGrid>
        </div>
      </Card>
    </CommandForm>
  )
}
