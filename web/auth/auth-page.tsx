import { Alert, Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { arrivalFailure, forgetArrival } from '../kit/arrival.ts'
import { accountDeleted, sessionEnded } from '../kit/session.ts'
import { AuthCard } from './auth-card.tsx'
import { addressFailureText, type AuthMode } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { ConfirmSignUp } from './confirm-sign-up.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { useSignUpClosed } from './identity-settings.ts'
import { OtherWays } from './other-ways.tsx'

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

/** Sign in, or create an account: one form with two modes. On success the guard around it leads on. */
export function AuthPage() {
  const [mode, setMode] = useState<AuthMode>('sign-in')
  const [isToggled, setToggled] = useState(false)
  const [email, setEmail] = useState('')
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  // The message of a link or provider that led here; removed by the next action.
  const [arrival, setArrival] = useState(() => addressFailureText(arrivalFailure()))
  const [ending] = useState(() =>
    accountDeleted()
      ? 'Your account has been deleted.'
      : sessionEnded()
        ? 'Your session has ended. Sign in again to continue.'
        : null,
  )
  useEffect(forgetArrival, [])
  const text = texts[mode]
  const toggle = () => {
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')
    setToggled(true)
    setArrival(undefined)
    setMailedTo(null)
  }
  const isClosed = useSignUpClosed()
  const footer =
    isClosed && mode === 'sign-in' ? undefined : (
      <Anchor component="button" type="button" onClick={toggle}>
        {text.other}
      </Anchor>
    )
  if (mailedTo !== null) return <ConfirmSignUp email={mailedTo} returnTo="/" footer={footer} />
  return (
    <AuthCard heading={text.heading} footer={footer} after={<OtherWays returnTo="/" />}>
      {ending !== null && mode === 'sign-in' && (
        <Alert role="status" className={classes['ended']}>
          {ending}
        </Alert>
      )}
      <CredentialsForm
        key={mode}
        mode={mode}
        email={email}
        onEmail={setEmail}
        submit={text.submit}
        pendingText={text.pending}
        asksCompany
        startsWithEmail={isToggled}
        returnTo="/"
        arrival={arrival}
        onMail={setMailedTo}
      />
    </AuthCard>
  )
}
