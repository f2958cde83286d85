import { TextInput } from '@mantine/core'
import { deleteOrganization, type Organization } from '../../contract/organizations.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import classes from './settings-card.module.css'

/** Deletes the company after its name has been entered. */
export function DeleteCompany({ company, onCancel }: { company: Organization; onCancel: () => void }) {
  const switchTo = useSwitchOrganization()
  const fields = useFields(deleteOrganization, {
    initial: { name: '' },
    toInput: (values) => values,
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to delete the company',
    onDone: async ({ home_org_id }) => {
      onCancel()
      await switchTo(home_org_id)
      toastDone(`${company.name} was deleted`)
    },
  })
  return (
    <CommandForm state={state} submitLabel="Delete company" pendingLabel="Deleting..." danger onCancel={onCancel}>
      <p className={classes['text']}>
        You can no longer open it. Its products, stock, orders and files are deleted permanently after 30 days. If you
        have no other company, you get a new, empty one.
      </p>
      <TextInput
        label="Company name"
        description={`Enter ${company.name} to confirm.`}
        autoComplete="off"
        data-autofocus
        {...state.field('name')}
      />
    </CommandForm>
  )
}
