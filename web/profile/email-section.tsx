import { Button, TextInput } from '@mantine/core'
import type { User } from '@supabase/auth-js'
import { IconMail, IconMailForward } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { isEmailAddress } from '../../contract/email-address.ts'
import { addressOfPage } from '../auth/address-of-page.ts'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { failureText } from '../auth/auth-texts.ts'
import { useCanMail } from '../auth/identity-settings.ts'
import { Dialog } from '../kit/dialog.tsx'
import { auth } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './profile.module.css'
import { Section, SectionRow } from '../kit/section.tsx'

const emailRedirectTo = () => addressOfPage('/profile')

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

function ChangeEmail({ email, onDone }: { email: string; onDone: () => void }) {
  const [wanted, setWanted] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const address = wanted.trim()
    if (!isEmailAddress(address)) return setProblem('Please enter a valid email address')
    if (address.toLowerCase() === email) return setProblem('This is already your email address')
    setPending(true)
    setFailure(null)
    const { error } = await auth.updateUser({ email: address }, { emailRedirectTo: emailRedirectTo() })
    setPending(false)
    if (error?.code === 'email_exists') return setProblem('This email is already registered to another account')
    if (error) return setFailure(failureText('sign-in', error))
    onDone()
    toastDone('Confirm the change from both addresses')
  }

  return (
    <form noValidate onSubmit={submit} className={classes['dialog']}>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <TextInput
        label="New email address"
        description={`We’ll ask ${email} and the new address to confirm the change.`}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        data-autofocus
        value={wanted}
        error={problem}
        onChange={(event) => {
          setWanted(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <div className={classes['end']}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={pending}>
          {pending ? 'Saving...' : 'Change email'}
        </Button>
      </div>
    </form>
  )
}
