import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saveSettings, type Settings } from '../../contract/settings.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useCommandForm } from '../kit/use-command-form.ts'
import { Card } from '../ui/card.tsx'
import classes from './settings.module.css'

const companyFields = ['company_name', 'company_email', 'company_phone', 'company_address'] as const

const flags = [
  {
    name: 'low_stock_alerts',
    label: 'Low stock alerts',
    description: 'When a product falls to or below its minimum stock level',
  },
  {
    name: 'transaction_notifications',
    label: 'Transaction notifications',
    description: 'When stock is added, removed or adjusted',
  },
  {
    name: 'email_notifications',
    label: 'Email notifications',
    description: 'Also by email, to the address you sign in with',
  },
] as const

type SettingsFormProps = Readonly<{ settings: Settings; mayEditCompany: boolean }>

/** Company information and notification flags, saved together by one button. */
export function SettingsForm({ settings, mayEditCompany }: SettingsFormProps) {
  // What the fields were last filled from. Company information is sent only when it was edited, so that switching a flag
  // never meets somebody else's change of the address.
  const [filledFrom, setFilledFrom] = useState(settings)
  const state = useCommandForm(saveSettings, {
    initial: settings,
    toInput: ({ company_name, company_email, company_phone, company_address, version, ...switches }) => {
      const company = { company_name, company_email, company_phone, company_address }
      const edited = companyFields.some((name) => company[name] !== filledFrom[name])
      return edited ? { ...company, ...switches, version } : switches
    },
    fromRecord: (record) => {
      setFilledFrom(record as Settings)
      return record as Settings
    },
    fallback: 'Failed to update settings. Please try again.',
    onDone: (saved) => {
      setFilledFrom(saved)
      state.form.setValues(saved)
      toastDone('Settings updated successfully!')
    },
  })
  const company = (name: (typeof companyFields)[number]) => ({ ...state.field(name), readOnly: !mayEditCompany })
  return (
    <CommandForm state={state} submitLabel="Save Changes">
      <Card title="Company Information" {...(mayEditCompany ? {} : { note: 'Only owners and admins may change it' })}>
        <div className={classes['fields']}>
          <FieldGrid columns={3}>
            <TextInput label="Company Name" autoComplete="organization" {...company('company_name')} />
            <TextInput label="Email" type="email" autoComplete="off" {...company('company_email')} />
            <TextInput label="Phone" type="tel" autoComplete="off" {...company('company_phone')} />
          </FieldGrid>
          <Textarea label="Address" rows={3} autoComplete="off" {...company('company_address')} />
        </div>
      </Card>
      <Card title="Notification Preferences">
        <div className={classes['flags']}>
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
    </CommandForm>
  )
}
