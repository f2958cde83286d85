import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { deleteOrganization, type Organization, readOrganization } from '../../contract/organization.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useMay } from '../kit/use-may.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { Card } from '../ui/card.tsx'
import classes from './settings-card.module.css'

/** Deletes a company, for an owner who is its only member. A sample company has its own. */
export function DeleteCompanyCard() {
  const [opened, dialog] = useDisclosure(false)
  const mayDelete = useMay(deleteOrganization) === true
  const company = useRead(readOrganization, {}, { enabled: mayDelete }).data
  if (!mayDelete || !company || company.is_sample || company.member_count > 1) return null
  return (
    <Card title="Delete company">
      <p className={classes['text']}>
        You’re the only member of {company.name}. If you no longer need it, you can delete it with all its data.
      </p>
      <div className={classes['actions']}>
        <Button variant="subtle" color="red" onClick={dialog.open}>
          Delete company
        </Button>
      </div>
      <Dialog title={`Delete ${company.name}?`} opened={opened} onClose={dialog.close} size={440}>
        <DeleteCompany company={company} onCancel={dialog.close} />
      </Dialog>
    </Card>
  )
}

function DeleteCompany({ company, onCancel }: { company: Organization; onCancel: () => void }) {
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
    <CommandForm state={state} submitLabel="Delete company" pendingLabel="Deleting..." onCancel={onCancel}>
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
