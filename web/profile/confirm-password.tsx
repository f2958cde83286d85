import { Anchor, Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { mailFailureText, newPasswordFailureText } from '../auth/auth-texts.ts'
import { CodeField, sixDigits } from '../auth/code-field.tsx'
import { useCanMail } from '../auth/identity-settings.ts'
import { auth } from '../kit/session.ts'
import classes from './profile.module.css'
import { ProofForm } from './proof-form.tsx'
import { proveIdentity } from './prove-identity.ts'

type ConfirmPasswordProps = Readonly<{
  email: string
  /** False for an account without one: only a code by email proves it. */
  hasPassword: boolean
  onProven: () => void
  onCancel: () => void
}>

/** Asks for the password, or for a code sent by email instead. */
export function ConfirmPassword({ email, hasPassword, onProven, onCancel }: ConfirmPasswordProps) {
  const canMail = useCanMail() === true
  const [byCode, setByCode] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const type = (text: string) => {
    setTyped(text)
    setProblem(null)
  }
  const sendCode = async () => {
    setFailure(null)
    const { error } = await auth.reauthenticate()
    if (error) return setFailure(mailFailureText(error))
    setByCode(true)
    type('')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const nonce = byCode ? sixDigits(typed) : null
    if (byCode && nonce === null) return setProblem('Enter the 6 digits from the email')
    if (typed === '') return setProblem('Enter your password')
    setPending(true)
    setFailure(null)
    const error = await proveIdentity(nonce === null ? { current_password: typed } : { nonce })
    setPending(false)
    if (!error) return onProven()
    if (error.code === 'current_password_invalid') return setProblem('The password is incorrect.')
    setFailure(newPasswordFailureText(error))
  }
  if (!hasPassword && !byCode)
    return <SendCode email={email} failure={failure} onSend={() => void sendCode()} onCancel={onCancel} />
  return (
    <ProofForm
      text={byCode ? `Enter the code sent to ${email}. It expires in 10 minutes.` : 'Enter your password to continue.'}
      others={canMail && <OtherWay byCode={byCode} onSend={() => void sendCode()} />}
      onCancel={onCancel}
    >
      <form noValidate onSubmit={submit} className={classes['form']}>
        {failure && <AuthFailure>{failure}</AuthFailure>}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {byCode ? (
          <CodeField label="Code from the email" data-autofocus value={typed} error={problem} onChange={type} />
        ) : (
          <PasswordInput
            label="Password"
            name="current-password"
            autoComplete="current-password"
            data-autofocus
            value={typed}
            error={problem}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
        <Button type="submit" fullWidth size="md" aria-disabled={pending}>
          {pending ? 'Checking...' : 'Continue'}
        </Button>
      </form>
    </ProofForm>
  )
}

type SendCodeProps = Readonly<{ email: string; failure: string | null; onSend: () => void; onCancel: () => void }>

/** The first step of an account without a password. */
function SendCode({ email, failure, onSend, onCancel }: SendCodeProps) {
  const canMail = useCanMail() === true
  return (
    <ProofForm
      text={
        canMail
          ? `We’ll send a code to ${email} to confirm it’s you.`
          : 'Sign out and sign in again. You can then make this change within an hour.'
      }
      others={null}
      onCancel={onCancel}
    >
      {failure && <AuthFailure>{failure}</AuthFailure>}
      {canMail && (
        <Button fullWidth size="md" data-autofocus onClick={onSend}>
          Send code
        </Button>
      )}
    </ProofForm>
  )
}

function OtherWay({ byCode, onSend }: { byCode: boolean; onSend: () => void }) {
  return (
    <Anchor component="button" type="button" size="xs" onClick={onSend}>
      {byCode ? 'Send another code' : 'Don’t know it? Get a code by email'}
    </Anchor>
  )
}
