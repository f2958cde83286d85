import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { auth } from '../kit/session.ts'
import { AuthCard } from './auth-card.tsx'
import { type AuthMode, failureText, fieldProblems } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { PasswordStrength } from './password-strength.tsx'

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

/** Sign in, or create an account: one form, two faces. On success the guard around it leads to the dashboard. */
export function AuthPage() {
  const [mode, setMode] = useState<AuthMode>('sign-in')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<ReturnType<typeof fieldProblems>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const text = texts[mode]

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const found = fieldProblems(mode, email, password)
    setProblems(found)
    setFailure(null)
    setNotice(null)
    if (found.email ?? found.password) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setPending(true)
    const credentials = { email: email.trim(), password }
    // The days of the new organisation begin and end where its first person is.
    const options = { data: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }
    const { data, error } =
      mode === 'sign-in' ? await auth.signInWithPassword(credentials) : await auth.signUp({ ...credentials, options })
    setPending(false)
    if (error) setFailure(failureText(mode, error))
    else if (!data.session) setNotice('Please check your email and confirm your account before signing in.')
  }

  const toggle = () => {
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')
    setProblems({})
    setFailure(null)
    setNotice(null)
  }

  return (
    <AuthCard heading={text.heading}>
      <form noValidate onSubmit={submit} className={classes['form']}>
        {failure && (
          <Alert
            role="alert"
            color="red"
            icon={<IconAlertCircle size={18} stroke={1.7} />}
            className={classes['failure']}
          >
            {failure}
          </Alert>
        )}
        {notice && <Alert role="status">{notice}</Alert>}
        <TextInput
          label="Email address"
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          data-autofocus
          value={email}
          error={problems.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setProblems({ ...problems, email: undefined })
          }}
        />
        <div>
          <PasswordInput
            label="Password"
            name="password"
            autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
            value={password}
            error={problems.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setProblems({ ...problems, password: undefined })
            }}
          />
          {mode === 'sign-up' && <PasswordStrength password={password} email={email} />}
        </div>
        <Button type="submit" fullWidth size="md" aria-disabled={pending}>
          {pending ? text.pending : text.submit}
        </Button>
      </form>
      <p className={classes['other']}>
        <Anchor component="button" type="button" onClick={toggle}>
          {text.other}
        </Anchor>
      </p>
    </AuthCard>
  )
}
