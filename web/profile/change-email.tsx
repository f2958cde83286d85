import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isEmailAddress } from '../../contract/email-address.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { addressOfPage } from '../auth/address-of-page.ts'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { failureText } from '../auth/auth-texts.ts'
import { useCanMail } from '../auth/identity-settings.ts'
import { auth } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import classes from './profile.module.css'

/** The target of the links in confirmation emails. */
export const emailRedirectTo = () => addressOfPage('/profile')

/** Asks for a new address and sends its confirmation. */
export function ChangeEmail({ email, onDone }: { email: string; onDone: () => void }) {
  const canMail = useCanMail()
  const [wanted, setWanted] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const address = trimmed(wanted)
    if (!isEmailAddress(address)) return setProblem('Please enter a valid email address')
    if (address.toLowerCase() === email) return setProblem('This is already your email address')
    setPending(true)
    setFailure(null)
    const { error } = await auth.updateUser({ email: address }, { emailRedirectTo: emailRedirectTo() })
    setPending(false)
    if (error?.code === 'email_exists') return setProblem('This email is already registered to another account')
    if (error) return setFailure(failureText('sign-in', error))
    onDone()
    toastDone(
      canMail === false ? 'Ask your administrator to confirm the change' : 'Confirm the change from both addresses',
    )
  }

  return (
    <form noValidate onSubmit={submit} className={classes['dialog']}>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <TextInput
        label="New email address"
        description={
          canMail === false
            ? 'This server doesn’t send email. Your administrator confirms the change.'
            : `We’ll ask ${email} and the new address to confirm the change.`
        }
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        data-autofocus
        value={wanted}
        error={problem}
        onChange={(event) => {
          setWanted(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <div className={classes['end']}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={pending}>
          {pending ? 'Saving...' : 'Change email'}
        </Button>
      </div>
    </form>
  )
}
