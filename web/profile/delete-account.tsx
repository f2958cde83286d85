import { PasswordInput, TextInput } from '@mantine/core'
import { deleteAccount } from '../../contract/account.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { leaveDeletedAccount } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'

/** Deletes the account after its address and password have been entered. */
export function DeleteAccount({ email, onCancel }: { email: string; onCancel: () => void }) {
  const fields = useFields(deleteAccount, {
    initial: { email: '', password: '' },
    toInput: (values) => ({
      email: trimmed(values.email),
      ...(values.password !== '' && { password: values.password }),
    }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to delete your account',
    onDone: () => {
      leaveDeletedAccount()
      return signOut()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Delete account" pendingLabel="Deleting..." danger onCancel={onCancel}>
      <p>
        You lose access to all your companies immediately. They keep what you entered. Companies where you’re the only
        member are deleted after 30 days. This can’t be undone.
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
