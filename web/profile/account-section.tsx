import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { download } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Section, SectionRow } from '../kit/section.tsx'
import { leaveDeletedAccount } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { toastFailed } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'

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
        text="Permanently. What you entered stays with your companies."
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

function DeleteAccount({ email, onCancel }: { email: string; onCancel: () => void }) {
  const fields = useFields(deleteAccount, {
    initial: { email: '', password: '' },
    toInput: (values) => ({ email: values.email.trim(), ...(values.password !== '' && { password: values.password }) }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to delete your account',
    onDone: () => {
      leaveDeletedAccount()
      return signOut()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Delete account" pendingLabel="Deleting..." onCancel={onCancel}>
      <p>
        You lose access to all your companies immediately. What you entered stays with them. A company in which you are
        the only member is deleted after 30 days. This can’t be undone.
      </p>
      <TextInput
        label="Your email address"
        description={`Enter ${email} to confirm.`}
        type="email"
        autoComplete="off"
        data-autofocus
        {...state.field('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        {...state.field('password')}
      />
    </CommandForm>
  )
}
