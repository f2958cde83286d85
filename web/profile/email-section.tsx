import { Button } from '@mantine/core'
import type { User } from '@supabase/auth-js'
import { IconMail, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { failureText } from '../auth/auth-texts.ts'
import { useCanMail } from '../auth/identity-settings.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { auth } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { emailRedirectTo, ChangeEmail } from './change-email.tsx'
import classes from './profile.module.css'
import { Section } from '../kit/section.tsx'

/** The sign-in address, and a change of it that both mailboxes haven't confirmed yet. */
export function EmailSection({ user }: { user: User }) {
  const canMail = useCanMail()
  const [isChanging, setChanging] = useState(false)
  const email = user.email ?? ''
  const resend = async () => {
    const { error } = await auth.resend({
      type: 'email_change',
      email,
      options: { emailRedirectTo: emailRedirectTo() },
    })
    if (error) toastFailed(new Error(failureText('sign-in', error)), failureText('sign-in', error))
    else toastDone('Sent again to both addresses')
  }
  const cancel = async () => {
    // Requesting the current address is the protocol's way of cancelling.
    const { error } = await auth.updateUser({ email })
    if (error) toastFailed(new Error(failureText('sign-in', error)), failureText('sign-in', error))
    else toastDone(`Your email address stays ${email}`)
  }
  return (
    <Section title="Email address" text="Used to sign in and for account emails.">
      <SectionRow
        icon={<IconMail size={20} stroke={1.6} />}
        title={email}
        action={
          <Button variant="default" onClick={() => setChanging(true)}>
            Change email
          </Button>
        }
      />
      {user.new_email && (
        <SectionRow
          icon={<IconMailForward size={20} stroke={1.6} />}
          title={user.new_email}
          badge={<StatusBadge tone="amber">Waiting for confirmation</StatusBadge>}
          text={
            canMail === false
              ? 'This server doesn’t send email. Ask your administrator for the links that confirm the change.'
              : 'Open the links in the emails to both addresses. Until then you sign in with the current one.'
          }
          action={
            <div className={classes['buttons']}>
              <Button variant="subtle" color="gray" onClick={() => void cancel()}>
                Cancel change
              </Button>
              {canMail && (
                <Button variant="default" onClick={() => void resend()}>
                  Send again
                </Button>
              )}
            </div>
          }
        />
      )}
      <Dialog title="Change your email address" opened={isChanging} onClose={() => setChanging(false)} size={440}>
        <ChangeEmail email={email} onDone={() => setChanging(false)} />
      </Dialog>
    </Section>
  )
}
