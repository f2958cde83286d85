import type { ReactNode } from 'react'
import { auth } from '../kit/session.ts'
import { addressOfPage } from './address-of-page.ts'
import { AuthCard } from './auth-card.tsx'
import { CheckMail } from './check-mail.tsx'

/** The spec's words for an account that awaits confirmation. */
const confirmFirst = 'Please check your email and confirm your account before signing in.'

type ConfirmSignUpProps = Readonly<{
  email: string
  /** The page that the email's link leads to. */
  returnTo: string
  footer: ReactNode
  onVerified?: () => void
}>

/** After a sign-up that awaits its email. */
export function ConfirmSignUp({ email, returnTo, footer, onVerified }: ConfirmSignUpProps) {
  return (
    <AuthCard heading="Check your email" footer={footer}>
      <CheckMail
        email={email}
        type="signup"
        notice={confirmFirst}
        {...(onVerified && { onVerified })}
        resend={() => auth.resend({ type: 'signup', email, options: { emailRedirectTo: addressOfPage(returnTo) } })}
      />
    </AuthCard>
  )
}
