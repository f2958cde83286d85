import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { auth } from '../kit/session.ts'
import { Link } from '../ui/link.tsx'
import { addressOfPage } from './address-of-page.ts'
import { AuthFailure } from './auth-failure.tsx'
import { type AuthMode, failureText, fieldProblems } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { useCanMail } from './identity-settings.ts'
import { NewPassword } from './password-fields.tsx'

type CredentialsFormProps = Readonly<{
  mode: AuthMode
  email: string
  onEmail: (email: string) => void
  /** What the button says, and while it is sent. */
  submit: string
  pendingText: string
  /** True asks what the new company is called; people who join one are not asked. */
  asksCompany: boolean
  /** Where the link of a confirmation mail leads: a page of ours. */
  returnTo: string
  /** Why one was led here, until the first try. */
  arrival?: string | undefined
  /** The sign-up waits for its mail to this address. */
  onMail: (address: string) => void
  /** Signed in; nothing to do where the page's guard leads on. */
  onSignedIn?: () => void
}>

/** Address and password, to sign in or to create an account. */
export function CredentialsForm({
  mode,
  email,
  onEmail,
  submit,
  pendingText,
  asksCompany,
  returnTo,
  arrival,
  onMail,
  onSignedIn,
}: CredentialsFormProps) {
  const [password, setPassword] = useState('')
  const [company, setCompany] = useState('')
  const [problems, setProblems] = useState<ReturnType<typeof fieldProblems>>({})
  const [error, setError] = useState<Parameters<typeof failureText>[1] | null>(null)
  const [isTried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const canMail = useCanMail()
  const address = email.trim()
  const emailRedirectTo = addressOfPage(returnTo)

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const found = fieldProblems(mode, email, password)
    setProblems(found)
    setError(null)
    setTried(true)
    if (found.email ?? found.password) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setPending(true)
    const answer =
      mode === 'sign-in'
        ? await auth.signInWithPassword({ email: address, password })
        : await auth.signUp({
            email: address,
            password,
            options: { emailRedirectTo, data: dataOfSignUp(asksCompany ? company : '') },
          })
    setPending(false)
    if (answer.error) setError(answer.error)
    else if (!answer.data.session) onMail(address)
    else onSignedIn?.()
  }
  const sendAgain = async () => {
    const again = await auth.resend({ type: 'signup', email: address, options: { emailRedirectTo } })
    setError(again.error)
    if (!again.error) onMail(address)
  }

  const failure = error ? failureText(mode, error) : isTried ? undefined : arrival
  const wayOn =
    mode === 'sign-up' ? null : error?.code === 'email_not_confirmed' ? (
      <Anchor component="button" type="button" onClick={() => void sendAgain()}>
        Send the email again
      </Anchor>
    ) : canMail && error?.status === 429 ? (
      <Anchor component={Link} to="/auth/email">
        Sign in by email instead
      </Anchor>
    ) : null
  return (
    <form noValidate onSubmit={onSubmit} className={classes['form']}>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      {wayOn && <p className={classes['aside']}>{wayOn}</p>}
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
          onEmail(event.currentTarget.value)
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
          {asksCompany && (
            <TextInput
              label="Company name (optional)"
              name="organization"
              autoComplete="organization"
              maxLength={limits.shortTextCharacters}
              value={company}
              onChange={(event) => setCompany(event.currentTarget.value)}
            />
          )}
        </>
      )}
      <Button type="submit" fullWidth size="md" aria-disabled={pending}>
        {pending ? pendingText : submit}
      </Button>
    </form>
  )
}

/**
 * What a new organisation begins with: its name if one is given, and its days begin and end where its first person is.
 */
function dataOfSignUp(company: string): Record<string, string> {
  const company_name = company.trim()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { time_zone, ...(company_name !== '' && { company_name }) }
}
