import { Button } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { exportAccount } from '../../contract/account.ts'
import { download } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { Section } from '../kit/section.tsx'
import { toastFailed } from '../kit/toast.tsx'
import { DeleteAccount } from './delete-account.tsx'

/** The account's data as a file, and deleting the account. */
export function AccountSection({ email }: { email: string }) {
  const [isDeleting, setDeleting] = useState(false)
  const exportAll = async () => {
    try {
      await download(exportAccount, {})
    } catch (error) {
      toastFailed(error, 'Failed to export your data')
    }
  }
  return (
    <Section title="Your data" text="Your personal data in Onhand, apart from your companies’ records.">
      <SectionRow
        icon={<IconDownload size={20} stroke={1.6} />}
        title="Export your data"
        text="Your profile, memberships, sessions and ways to sign in, as a JSON file."
        action={
          <Button variant="default" onClick={() => void exportAll()}>
            Export
          </Button>
        }
      />
      <SectionRow
        icon={<IconTrash size={20} stroke={1.6} />}
        title="Delete your account"
        text="Permanently deletes your account. Your companies keep what you entered."
        action={
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        }
      />
      <Dialog title="Delete your account" opened={isDeleting} onClose={() => setDeleting(false)} size={440}>
        <DeleteAccount email={email} onCancel={() => setDeleting(false)} />
      </Dialog>
    </Section>
  )
}
