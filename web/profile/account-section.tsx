import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconDevices, IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { failureText } from '../auth/auth-texts.ts'
import { download } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Section, SectionRow } from '../kit/section.tsx'
import { auth } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useCommandForm } from '../kit/use-command-form.ts'

/** Ends every session of the account but this one. */
export function OtherDevicesSection() {
  const signOutOthers = async () => {
    const agreed = await confirm({
      title: 'Sign out your other devices?',
      text: 'They have to sign in again. You stay signed in here.',
      confirmLabel: 'Sign out others',
    })
    if (!agreed) return
    const { error } = await auth.signOut({ scope: 'others' })
    if (error) toastFailed(new Error(error.message), failureText('sign-in', error))
    else toastDone('Your other devices were signed out')
  }
  return (
    <Section title="Other devices" text="Wherever else you are signed in.">
      <SectionRow
        icon={<IconDevices size={20} stroke={1.6} />}
        title="Signed in on a device you don’t use any more?"
        text="Sign it out from here. It is out at its next request."
        action={
          <Button variant="default" onClick={() => void signOutOthers()}>
            Sign out others
          </Button>
        }
      />
    </Section>
  )
}

/** What is kept about the account, as a file, and the end of the account. */
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
    <Section title="Your data" text="What Onhand keeps about you, apart from your companies’ records.">
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
  const state = useCommandForm(deleteAccount, {
    initial: { email: '', password: '' },
    toInput: (values) => ({ email: values.email.trim(), ...(values.password !== '' && { password: values.password }) }),
    fallback: 'Failed to delete your account',
    onDone: () => signOut(),
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
