import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { auth } from '../kit/session.ts'
import { addressOfPage } from './address-of-page.ts'
import { AuthFailure } from './auth-failure.tsx'
import { type AuthMode, failureText, fieldProblems } from './auth-texts.ts'
import { NewPassword } from './password-fields.tsx'
import { type Failure, WayOn } from './way-on.tsx'
import { PresentPassword } from './present-password.tsx'
import classes from './auth-page.module.css'

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
// oxlint-disable-next-line max-lines-per-function -- one form, from what is typed to what is sent
export function CredentialsForm(props: CredentialsFormProps) {
  const { mode, email, onEmail, asksCompany, returnTo, arrival, onMail, onSignedIn } = props
  const [password, setPassword] = useState('')
  const [company, setCompany] = useState('')
  const [problems, setProblems] = useState<ReturnType<typeof fieldProblems>>({})
  const [error, setError] = useState<Failure | null>(null)
  const [isTried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
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
  const changePassword = (value: string) => {
    setPassword(value)
    setProblems({ ...problems, password: undefined })
  }
  return (
    <form noValidate onSubmit={onSubmit} className={classes['form']}>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      {mode === 'sign-in' && <WayOn error={error} onSendAgain={() => void sendAgain()} />}
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
        <PresentPassword value={password} error={problems.password} onChange={changePassword} />
      ) : (
        <>
          <NewPassword
            label="Password"
            email={email}
            value={password}
            error={problems.password}
            onChange={changePassword}
          />
          {asksCompany && <CompanyName value={company} onChange={setCompany} />}
        </>
      )}
      <Button type="submit" fullWidth size="md" aria-disabled={pending}>
        {pending ? props.pendingText : props.submit}
      </Button>
    </form>
  )
}

function CompanyName({ value, onChange }: Readonly<{ value: string; onChange: (value: string) => void }>) {
  return (
    <TextInput
      label="Company name (optional)"
      name="organization"
      autoComplete="organization"
      maxLength={limits.shortTextCharacters}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/**
 * What a new organization begins with: its name if one is given, and its days begin and end where its first person is.
 */
function dataOfSignUp(company: string): Record<string, string> {
  const company_name = company.trim()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { time_zone, ...(company_name !== '' && { company_name }) }
}
