import { Switch } from '@mantine/core'
import { saveSettings, type Settings } from '../../contract/settings.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { Card } from '../ui/card.tsx'
import classes from './settings.module.css'

const flags = [
  {
    name: 'low_stock_alerts',
    label: 'Low Stock Alerts',
    description: 'Low stock, out of stock and backorders',
  },
  {
    name: 'transaction_notifications',
    label: 'Transaction Notifications',
    description: 'Colleagues’ transactions, transfers, orders, deliveries and shipments',
  },
  { name: 'email_notifications', label: 'Email Notifications', description: 'All notification emails' },
] as const

/** The member's own notification flags. */
export function FlagsForm({ settings }: Readonly<{ settings: Settings }>) {
  const fields = useFields(saveSettings, {
    initial: flagsOf(settings),
    toInput: (values) => values,
    draft: useDraft('notification-preferences'),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to update settings. Please try again.',
    onDone: (saved) => {
      fields.restart(flagsOf(saved))
      toastDone('Settings updated successfully!')
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save Changes" disabled={!fields.dirty}>
      <Card>
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
    </CommandForm>
  )
}

function flagsOf({ low_stock_alerts, transaction_notifications, email_notifications }: Settings) {
  return { low_stock_alerts, transaction_notifications, email_notifications }
}
