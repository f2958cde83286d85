import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { saveSettings, type Settings } from '../../contract/settings.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { Card } from '../ui/card.tsx'
import { CompanyCard } from './company-card.tsx'
import classes from './settings.module.css'
import { timeZones } from './time-zones.ts'

type FormProps = Readonly<{
  settings: Settings
  /** Company information is for owners and admins; the notification flags are everybody's own. */
  mayEditCompany: boolean
}>

const flags = [
  {
    name: 'low_stock_alerts',
    label: 'Low Stock Alerts',
    description: 'Low stock, out of stock and backorders. Records you follow have their own setting below.',
  },
  {
    name: 'transaction_notifications',
    label: 'Transaction Notifications',
    description: 'Colleagues’ stock transactions, transfers, orders, deliveries and shipments',
  },
  { name: 'email_notifications', label: 'Email Notifications', description: 'All notification emails' },
] as const

/** Company information and the member's own notification preferences, saved together. */
export function SettingsForm({ settings, mayEditCompany }: FormProps) {
  const fields = useFields(saveSettings, {
    initial: settings,
    toInput: ({ low_stock_alerts, transaction_notifications, email_notifications, ...company }) => ({
      ...(mayEditCompany ? company : {}),
      low_stock_alerts,
      transaction_notifications,
      email_notifications,
    }),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => record as Settings,
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to update settings. Please try again.',
    onDone: (saved) => {
      state.form.setValues(saved)
      toastDone('Settings updated successfully!')
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save Changes">
      {mayEditCompany ? (
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
                description="Used for dates and reports"
                searchable
                allowDeselect={false}
                data={timeZones(settings.time_zone)}
                nothingFoundMessage="Unknown time zone"
                {...state.field('time_zone')}
              />
            </FieldGrid>
          </div>
        </Card>
      ) : (
        <CompanyCard settings={settings} />
      )}
      <div id="notifications">
        <Card title="Notification Preferences" note="Only yours">
          <div className={classes['fields']}>
            {flags.map(({ name, label, description }) => (
              <Switch
                key={name}
                label={label}
                description={description}
                {...state.form.getInputProps(name, { type: 'checkbox' })}
              />
            ))}
          </div>
        </Card>
      </div>
    </CommandForm>
  )
}
