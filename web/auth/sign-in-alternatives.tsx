import { Anchor } from '@mantine/core'
import { Link } from '../ui/link.tsx'
import { failureText } from './auth-texts.ts'
import { useCanMail } from './identity-settings.ts'
import classes from './auth-page.module.css'

export type Failure = Parameters<typeof failureText>[1]

/** Alternatives after a failed sign-in. */
export function SignInAlternatives({
  error,
  onSendAgain,
}: Readonly<{ error: Failure | null; onSendAgain: () => void }>) {
  const canMail = useCanMail()
  if (error?.code === 'email_not_confirmed')
    return (
      <p className={classes['aside']}>
        <Anchor component="button" type="button" onClick={onSendAgain}>
          Send the email again
        </Anchor>
      </p>
    )
  if (!canMail || error?.status !== 429) return null
  return (
    <p className={classes['aside']}>
      <Anchor component={Link} to="/auth/email">
        Sign in by email instead
      </Anchor>
    </p>
  )
}
