import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { arrivalFailure, forgetArrival } from '../kit/arrival.ts'
import { auth } from '../kit/session.ts'
import { Link } from '../ui/link.tsx'
import { addressOfPage } from './address-of-page.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthFailure } from './auth-failure.tsx'
import { addressFailureText, type AuthMode, failureText, fieldProblems } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { CheckMail } from './check-mail.tsx'
import { useCanMail } from './identity-settings.ts'
import { NewPassword } from './password-fields.tsx'

const texts = {
  'sign-in': {
    heading: 'Sign in to your account',
    submit: 'Sign in',
    pending: 'Signing in...',
    other: "Don't have an account? Sign up",
  },
  'sign-up': {
    heading: 'Create a new account',
    submit: 'Sign up',
    pending: 'Signing up...',
    other: 'Already have an account? Sign in',
  },
} as const

const confirmFirst = 'Please check your email and confirm your account before signing in.'

type Failure = Parameters<typeof failureText>[1]

/** Sign in, or create an account: one form, two faces. On success the guard around it leads to the dashboard. */
export function AuthPage() {
  const [mode, setMode] = useState<AuthMode>('sign-in')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [company, setCompany] = useState('')
  const [problems, setProblems] = useState<ReturnType<typeof fieldProblems>>({})
  const [error, setError] = useState<Failure | null>(null)
  // What a link or a provider said when it led here; gone with the next thing one does.
  const [arrival, setArrival] = useState(() => addressFailureText(arrivalFailure()))
  const [waitsForMail, setWaitsForMail] = useState(false)
  const [pending, setPending] = useState(false)
  useEffect(forgetArrival, [])
  const canMail = useCanMail()
  const text = texts[mode]
  const address = email.trim()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const found = fieldProblems(mode, email, password)
    setProblems(found)
    setError(null)
    setArrival(undefined)
    if (found.email ?? found.password) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setPending(true)
    const answer =
      mode === 'sign-in'
        ? await auth.signInWithPassword({ email: address, password })
        : await auth.signUp({ email: address, password, options: signUpOptions(company) })
    setPending(false)
    if (answer.error) setError(answer.error)
    else if (!answer.data.session) setWaitsForMail(true)
  }

  const toggle = () => {
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')
    setProblems({})
    setError(null)
    setArrival(undefined)
    setWaitsForMail(false)
  }

  if (waitsForMail)
    return (
      <AuthCard
        heading="Check your email"
        footer={
          <Anchor component="button" type="button" onClick={toggle}>
            {text.other}
          </Anchor>
        }
      >
        <CheckMail
          email={address}
          type="signup"
          notice={confirmFirst}
          resend={() =>
            auth.resend({ type: 'signup', email: address, options: { emailRedirectTo: addressOfPage('/') } })
          }
        />
      </AuthCard>
    )

  const failure = error ? failureText(mode, error) : arrival
  const wayOn =
    error?.code === 'email_not_confirmed' ? (
      <Anchor component="button" type="button" onClick={() => void askAgain()}>
        Send the email again
      </Anchor>
    ) : canMail && error?.status === 429 ? (
      <Anchor component={Link} to="/auth/email">
        Sign in by email instead
      </Anchor>
    ) : null
  return (
    <AuthCard
      heading={text.heading}
      footer={
        <Anchor component="button" type="button" onClick={toggle}>
          {text.other}
        </Anchor>
      }
    >
      <form noValidate onSubmit={submit} className={classes['form']}>
        {failure && <AuthFailure>{failure}</AuthFailure>}
        {mode === 'sign-in' && wayOn && <p className={classes['aside']}>{wayOn}</p>}
        <TextInput
          label="Email address"
          type="email"
          name="email"
          autoComplete={mode === 'sign-in' ? 'username' : 'email'}
          inputMode="email"
          data-autofocus
          value={email}
          error={problems.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setProblems({ ...problems, email: undefined })
          }}
        />
        {mode === 'sign-in' ? (
          <div className={classes['labelled']}>
            <PasswordInput
              label="Password"
              name="password"
              autoComplete="current-password"
              value={password}
              error={problems.password}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
              onChange={(event) => {
                setPassword(event.currentTarget.value)
                setProblems({ ...problems, password: undefined })
              }}
            />
            <Anchor component={Link} to="/auth/forgot" className={classes['beside'] ?? ''}>
              Forgot your password?
            </Anchor>
          </div>
        ) : (
          <>
            <NewPassword
              label="Password"
              email={email}
              value={password}
              error={problems.password}
              onChange={(value) => {
                setPassword(value)
                setProblems({ ...problems, password: undefined })
              }}
            />
            <TextInput
              label="Company name (optional)"
              name="organization"
              autoComplete="organization"
              maxLength={limits.shortTextCharacters}
              value={company}
              onChange={(event) => setCompany(event.currentTarget.value)}
            />
          </>
        )}
        <Button type="submit" fullWidth size="md" aria-disabled={pending}>
          {pending ? text.pending : text.submit}
        </Button>
      </form>
    </AuthCard>
  )

  async function askAgain(): Promise<void> {
    const again = await auth.resend({
      type: 'signup',
      email: address,
      options: { emailRedirectTo: addressOfPage('/') },
    })
    setError(again.error)
    if (!again.error) setWaitsForMail(true)
  }
}

/** What a new organisation begins with: its name if one is given, and its days begin and end where its first person is. */
function signUpOptions(company: string) {
  const company_name = company.trim()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    emailRedirectTo: addressOfPage('/'),
    data: { time_zone, ...(company_name !== '' && { company_name }) },
  }
}
