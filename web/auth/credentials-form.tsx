import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { auth } from '../kit/session.ts'
import { addressOfPage } from './address-of-page.ts'
import { browserTimeZone } from './browser-time-zone.ts'
import { AuthFailure } from './auth-failure.tsx'
import { type AuthMode, failureText, fieldProblems } from './auth-texts.ts'
import { NewPassword } from './password-fields.tsx'
import { type Failure, SignInAlternatives } from './sign-in-alternatives.tsx'
import { PresentPassword } from './present-password.tsx'
import classes from './auth-page.module.css'

type CredentialsFormProps = Readonly<{
  mode: AuthMode
  email: string
  onEmail: (email: string) => void
  /** The button's label, and its label while sending. */
  submit: string
  pendingText: string
  /** True asks for the new company's name; people who join one aren't asked. */
  asksCompany: boolean
  /** The target of a confirmation email's link: a page of ours. */
  returnTo: string
  /** The reason for coming here, until the first attempt. */
  arrival?: string | undefined
  /** The person has just chosen this mode, and continues with the address. */
  startsWithEmail?: boolean
  /** The sign-up awaits its email to this address. */
  onMail: (address: string) => void
  /** Signed in; nothing to do if the page's guard leads on. */
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
  const address = trimmed(email)
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
      {mode === 'sign-in' && <SignInAlternatives error={error} onSendAgain={() => void sendAgain()} />}
      <TextInput
        ref={props.startsWithEmail ? focusField : undefined}
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

/** A ref, so called once: when the field appears. */
const focusField = (field: HTMLInputElement | null) => field?.focus()

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

/** A new organization's initial values: its name if given, and its first person's time zone. */
function dataOfSignUp(company: string): Record<string, string> {
  const company_name = trimmed(company)
  return { time_zone: browserTimeZone(), ...(company_name !== '' && { company_name }) }
}
