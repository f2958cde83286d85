import { Anchor, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { needsSecondFactor } from '../kit/assurance.ts'
import { auth, useSession } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import { FullPageSpinner } from '../ui/full-page-spinner.tsx'
import { Link } from '../ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthFailure } from './auth-failure.tsx'
import { newPasswordFailureText, newPasswordProblem } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { NewPassword } from './password-fields.tsx'
import { SecondFactorPage } from './second-factor-page.tsx'

/**
 * Refusals that require a new link: this one's session has ended, or is too old to set a password without the current
 * one.
 */
const linkIsOver = ['current_password_required', 'reauthentication_needed', 'session_not_found', 'no_authorization']

/** The target of a recovery email's link, signed in by it: chooses another password. */
export function ResetPage() {
  const session = useSession()
  const [isOver, setOver] = useState(false)
  if (session === undefined) return <FullPageSpinner />
  if (session === null || isOver) return <LinkIsOver signedIn={session !== null} />
  // A protected account's password can only be changed with the second factor.
  if (needsSecondFactor(session)) return <SecondFactorPage session={session} />
  return <ChoosePassword email={session.user.email ?? ''} onOver={() => setOver(true)} />
}

function ChoosePassword({ email, onOver }: { email: string; onOver: () => void }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const found = newPasswordProblem(password)
    setProblem(found)
    setFailure(null)
    if (found) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setPending(true)
    const { error } = await auth.updateUser({ password })
    setPending(false)
    if (error && linkIsOver.includes(error.code ?? '')) return onOver()
    if (error) return setFailure(newPasswordFailureText(error))
    await navigate({ to: '/', replace: true })
    toastDone('Password changed. Your other devices were signed out.')
  }

  return (
    <AuthCard
      heading="Choose a new password"
      text={`For ${email}. Your other devices will be signed out.`}
      footer={
        <Anchor component={Link} to="/">
          Keep the current password
        </Anchor>
      }
    >
      <form noValidate onSubmit={submit} className={classes['form']}>
        {failure && <AuthFailure>{failure}</AuthFailure>}
        {/* Password managers store the new password under this name. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPassword
          label="New password"
          email={email}
          autofocus
          value={password}
          error={problem}
          onChange={(value) => {
            setPassword(value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" fullWidth size="md" aria-disabled={pending}>
          {pending ? 'Saving...' : 'Save new password'}
        </Button>
      </form>
    </AuthCard>
  )
}

function LinkIsOver({ signedIn }: { signedIn: boolean }) {
  return (
    <AuthCard
      heading="Reset your password"
      footer={
        <Anchor component={Link} to={signedIn ? '/' : '/auth'}>
          {signedIn ? 'Go to the dashboard' : 'Back to sign in'}
        </Anchor>
      }
    >
      <div className={classes['form']}>
        <AuthFailure>This link has expired or was already used. Please ask for a new one.</AuthFailure>
        <Button component={Link} to="/auth/forgot" fullWidth size="md">
          Get a new link
        </Button>
      </div>
    </AuthCard>
  )
}
