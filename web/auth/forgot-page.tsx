import { Anchor, Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isEmailAddress } from '../../contract/email-address.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { auth } from '../kit/session.ts'
import { Link } from '../ui/link.tsx'
import { addressOfPage } from './address-of-page.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthFailure } from './auth-failure.tsx'
import { mailFailureText } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { CheckMail } from './check-mail.tsx'
import { useCanMail } from './identity-settings.ts'

const wantedMails = {
  recovery: {
    heading: 'Reset your password',
    text: 'Enter your email address. We’ll send you a link to choose a new password.',
    submit: 'Send reset link',
    sent: 'If this address has an account, we’ve sent a link to reset its password. It expires in one hour.',
  },
  magiclink: {
    heading: 'Sign in by email',
    text: 'Enter your email address. We’ll send you a link that signs you in without your password.',
    submit: 'Send sign-in link',
    sent: 'If this address has an account, we’ve sent a link that signs you in. It expires in one hour.',
  },
} as const
type WantedMail = keyof typeof wantedMails

/**
 * Requests an email with a link to choose another password. The response is the same for every address: it doesn't
 * reveal who has an account.
 */
export function ForgotPage() {
  return <AskForMail wanted="recovery" />
}

/** Requests an email with a sign-in link: an alternative while password attempts are blocked. */
export function SignInByMailPage() {
  return <AskForMail wanted="magiclink" />
}

// oxlint-disable-next-line max-lines-per-function -- one form and what follows it
function AskForMail({ wanted }: { wanted: WantedMail }) {
  const navigate = useNavigate()
  const canMail = useCanMail()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { heading, text, submit, sent } = wantedMails[wanted]

  const ask = (address: string) =>
    wanted === 'recovery'
      ? auth.resetPasswordForEmail(address, { redirectTo: addressOfPage('/auth/reset') })
      : auth.signInWithOtp({
          email: address,
          options: { shouldCreateUser: false, emailRedirectTo: addressOfPage('/') },
        })
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const address = trimmed(email)
    if (!isEmailAddress(address)) {
      setProblem('Please enter a valid email address')
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setPending(true)
    setFailure(null)
    const { error } = await ask(address)
    setPending(false)
    if (error) setFailure(mailFailureText(error))
    else setSentTo(address)
  }

  const back = (
    <Anchor component={Link} to="/auth">
      Back to sign in
    </Anchor>
  )
  if (canMail === false)
    return (
      <AuthCard
        heading={heading}
        text="This server doesn’t send email. Ask your administrator for a link."
        footer={back}
      />
    )
  if (sentTo !== null)
    return (
      <AuthCard heading="Check your email" footer={back}>
        <CheckMail
          email={sentTo}
          type={wanted}
          notice={sent}
          resend={() => ask(sentTo)}
          // Signed in: the page's guard leads on.
          {...(wanted === 'recovery' && {
            onVerified: () => void navigate({ to: '/auth/reset', replace: true } as never),
          })}
        />
      </AuthCard>
    )
  return (
    // Until it is known whether email can be sent, the link below the form would shift.
    <AuthCard heading={heading} text={text} footer={canMail && back}>
      <form noValidate onSubmit={onSubmit} className={classes['form']}>
        {failure && <AuthFailure>{failure}</AuthFailure>}
        <TextInput
          label="Email address"
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          data-autofocus
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button type="submit" fullWidth size="md" aria-disabled={pending}>
          {pending ? 'Sending...' : submit}
        </Button>
      </form>
    </AuthCard>
  )
}
