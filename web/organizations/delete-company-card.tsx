import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { deleteOrganization, readOrganization } from '../../contract/organizations.ts'
import { useRead } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { DeleteCompany } from './delete-company.tsx'
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
