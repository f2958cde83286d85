import { Anchor, Button, PasswordInput } from '@mantine/core'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { CodeField } from '../auth/code-field.tsx'
import { useCanMail } from '../auth/identity-settings.ts'
import { NewPassword } from '../auth/password-fields.tsx'
import { Section, SectionPart } from '../kit/section.tsx'
import { useNewPassword } from './use-new-password.ts'
import classes from './profile.module.css'

/**
 * Changes the password. The server requires the current one, or a code by email, unless the person has just signed in;
 * those without a password (who signed up by a link or another account) confirm by the code.
 */
export function PasswordSection({ email }: { email: string }) {
  const canMail = useCanMail()
  const { byCode, proof, password, problems, failure, pending, setProof, setPassword, sendCode, useCurrent, submit } =
    useNewPassword(canMail === true)
  return (
    <Section title="Password" text="Changing it signs out your other devices.">
      <SectionPart>
        <form noValidate onSubmit={submit} className={classes['form']}>
          {failure && <AuthFailure>{failure}</AuthFailure>}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          {byCode ? (
            <CodeField
              label="Code from the email"
              description={`Sent to ${email}. It expires in 10 minutes.`}
              value={proof}
              error={problems.proof}
              onChange={setProof}
            />
          ) : (
            <PasswordInput
              label="Current password"
              name="current-password"
              autoComplete="current-password"
              value={proof}
              error={problems.proof}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password' }}
              onChange={(event) => setProof(event.currentTarget.value)}
            />
          )}
          <NewPassword
            label="New password"
            email={email}
            value={password}
            error={problems.password}
            onChange={setPassword}
          />
          <div className={classes['buttons']}>
            <Button type="submit" variant="default" aria-disabled={pending}>
              {pending ? 'Saving...' : 'Change password'}
            </Button>
            {canMail && (
              <Anchor component="button" type="button" size="xs" onClick={() => void sendCode()}>
                {byCode ? 'Send another code' : 'Don’t know it? Get a code by email'}
              </Anchor>
            )}
            {byCode && (
              <Anchor component="button" type="button" size="xs" onClick={useCurrent}>
                Use the current password
              </Anchor>
            )}
          </div>
        </form>
      </SectionPart>
    </Section>
  )
}
