import { TextInput } from '@mantine/core'
import { createOwnOrganization } from '../../contract/organizations.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { presentName } from '../../contract/time-zones.ts'
import { shownCurrency } from '../ui/money.ts'
import { CurrencySelect, TimeZoneSelect } from './region-selects.tsx'
import classes from './settings-card.module.css'

/** Creates another company and switches to it. */
export function NewCompanyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog title="New company" opened={opened} onClose={onClose} size={440}>
      <NewCompany onClose={onClose} />
    </Dialog>
  )
}

function NewCompany({ onClose }: { onClose: () => void }) {
  const switchTo = useSwitchOrganization()
  const time_zone = presentName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const fields = useFields(createOwnOrganization, {
    initial: { name: '', time_zone, currency: shownCurrency() as string },
    toInput: (values) => values,
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to create the company',
    onDone: async ({ org_id, name }) => {
      onClose()
      await switchTo(org_id)
      toastDone(`${name} was created`)
    },
  })
  return (
    <CommandForm state={state} submitLabel="Create company" pendingLabel="Creating..." onCancel={onClose}>
      <p className={classes['text']}>It starts empty, with you as its owner. Your other companies don’t change.</p>
      <TextInput label="Company name" data-autofocus autoComplete="organization" {...state.field('name')} />
      <TimeZoneSelect initial={time_zone} {...state.field('time_zone')} />
      <CurrencySelect description="Can be changed in Settings until there are orders" {...state.field('currency')} />
    </CommandForm>
  )
}
