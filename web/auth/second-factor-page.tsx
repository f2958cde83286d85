import { Anchor } from '@mantine/core'
import type { Session } from '@supabase/auth-js'
import { signOut } from '../kit/sign-out.ts'
import { AuthCard } from './auth-card.tsx'
import classes from './auth-page.module.css'
import { useSecondFactorForm } from './second-factor-form.tsx'

/** Asks for the second factor of an account that has one. If it is right, the guard shows the requested screen. */
export function SecondFactorPage({ session }: { session: Session }) {
  const { text, form, others } = useSecondFactorForm(session.user.factors)
  const footer = (
    <>
      {others}
      <p className={classes['way']}>
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          Sign in with another account
        </Anchor>
      </p>
    </>
  )
  return (
    <AuthCard heading="Two-factor authentication" text={text} footer={footer}>
      {form}
    </AuthCard>
  )
}
