import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { failureText, newPasswordFailureText, newPasswordProblem } from '../auth/auth-texts.ts'
import { useCanMail } from '../auth/identity-settings.ts'
import { NewPassword } from '../auth/password-fields.tsx'
import { auth } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import classes from './profile.module.css'
import { Section, SectionPart } from '../kit/section.tsx'

type Problems = Readonly<{ proof?: string | undefined; password?: string | undefined }>

/**
 * Another password. The server asks for the present one, or for a code by mail, unless one has just signed in; those
 * who have none (they came by a link or another account) confirm by the code.
 */
export function PasswordSection({ email }: { email: string }) {
  const canMail = useCanMail()
  const { byCode, proof, password, problems, failure, pending, setProof, setPassword, sendCode, submit } =
    useNewPassword(canMail === true)
  return (
    <Section title="Password" text="Changing it signs out your other devices.">
      <SectionPart>
        <form noValidate onSubmit={submit} className={classes['form']}>
          {failure && <AuthFailure>{failure}</AuthFailure>}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          {byCode ? (
            <TextInput
              label="Code from the email"
              description={`Sent to ${email}. It works for 10 minutes.`}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={proof}
              error={problems.proof}
              onChange={(event) => setProof(event.currentTarget.value)}
            />
          ) : (
            <PasswordInput
              label="Current password"
              name="current-password"
              autoComplete="current-password"
              value={proof}
              error={problems.proof}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password' }}
              onChange={(event) => setProof(event.currentTarget.value)}
            />
          )}
          <NewPassword
            label="New password"
            email={email}
            value={password}
            error={problems.password}
            onChange={setPassword}
          />
          <div className={classes['buttons']}>
            <Button type="submit" variant="default" aria-disabled={pending}>
              {pending ? 'Saving...' : 'Change password'}
            </Button>
            {canMail && (
              <Anchor component="button" type="button" size="xs" onClick={() => void sendCode()}>
                {byCode ? 'Send another code' : 'Don’t know it? Get a code by email'}
              </Anchor>
            )}
          </div>
        </form>
      </SectionPart>
    </Section>
  )
}

/** What is typed, what is wrong with it, and how it is sent; typing on clears what was said of a field. */
function useNewPassword(canMail: boolean) {
  const [byCode, setByCode] = useState(false)
  const [proof, keepProof] = useState('')
  const [password, keepPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const sendCode = async () => {
    setFailure(null)
    setProblems({})
    const { error } = await auth.reauthenticate()
    if (error) return setFailure(failureText('sign-in', error))
    setByCode(true)
    keepProof('')
  }
  const refused = async (error: Parameters<typeof newPasswordFailureText>[0]) => {
    switch (error.code) {
      case 'current_password_required':
        return setProblems({ proof: 'Enter your current password' })
      case 'current_password_invalid':
      case 'reauthentication_not_valid':
        return setProblems({ proof: newPasswordFailureText(error) })
      case 'reauthentication_needed':
        return canMail ? sendCode() : setFailure('Ask your administrator for a link to set a password.')
      case 'same_password':
      case 'weak_password':
        return setProblems({ password: newPasswordFailureText(error) })
      default:
        return setFailure(newPasswordFailureText(error))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const problem = newPasswordProblem(password)
    setProblems({ password: problem })
    setFailure(null)
    if (problem) return
    setPending(true)
    const given = proof.trim() === '' ? {} : byCode ? { nonce: proof.trim() } : { current_password: proof }
    const { error } = await auth.updateUser({ password, ...given })
    setPending(false)
    if (error) return refused(error)
    keepProof('')
    keepPassword('')
    setByCode(false)
    toastDone('Password changed. Your other devices were signed out.')
  }
  const setProof = (text: string) => {
    keepProof(text)
    setProblems({ ...problems, proof: undefined })
  }
  const setPassword = (text: string) => {
    keepPassword(text)
    setProblems({ ...problems, password: undefined })
  }
  return { byCode, proof, password, problems, failure, pending, setProof, setPassword, sendCode, submit }
}
