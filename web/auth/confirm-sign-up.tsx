import { Loader } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { loadCode } from '../kit/load-code.ts'
import { auth } from '../kit/session.ts'
import { addressOfPage } from './address-of-page.ts'
import { AuthCard } from './auth-card.tsx'

// Not part of what everyone loads to sign in.
const CheckMail = lazy(() =>
  loadCode(() => import('./check-mail.tsx')).then((module) => ({ default: module.CheckMail })),
)

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
      <Suspense fallback={<Loader size="sm" role="status" aria-label="Loading" />}>
        <CheckMail
          email={email}
          type="signup"
          notice={confirmFirst}
          {...(onVerified && { onVerified })}
          resend={() => auth.resend({ type: 'signup', email, options: { emailRedirectTo: addressOfPage(returnTo) } })}
        />
      </Suspense>
    </AuthCard>
  )
}
