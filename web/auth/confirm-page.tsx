import { Alert, Anchor, Button } from '@mantine/core'
import type { EmailOtpType } from '@supabase/auth-js'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../kit/session.ts'
import { Link } from '../ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthFailure } from './auth-failure.tsx'
import classes from './auth-page.module.css'
import { confirmText, linkFailureText } from './confirm-texts.ts'
import { addressAfter } from './follow-link.ts'
import { endReplacedSession, keepSession } from './replaced-session.ts'
import { linkIn, type MailLink, pathAfter, pathHere } from './mail-link.ts'

/**
 * The target of links in our emails. Only the button uses a link up: a program that opens every link in an email
 * changes nothing.
 */
export function ConfirmPage() {
  const router = useRouter()
  // Once: after the link was used, the address no longer shows it.
  const [link] = useState(() => linkIn(globalThis.location.search))
  const [failure, setFailure] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const text = confirmText(link?.type ?? '')

  const follow = async ({ token_hash, type, redirect_to }: MailLink) => {
    const path = pathHere(redirect_to, globalThis.location.origin)
    // To another origin the session goes in the address, which only the server may write.
    if (path === null) return globalThis.location.replace(await addressAfter({ token_hash, type, redirect_to }))
    await keepSession()
    const { data, error } = await auth.verifyOtp({ token_hash, type: type as EmailOtpType })
    if (error) throw error
    await endReplacedSession()
    if (data.session) router.history.replace(path ?? pathAfter(type))
    else setNotice('Confirmed. Now open the link in the email to the other address.')
  }

  const submit = async (one: MailLink) => {
    if (pending) return
    setPending(true)
    setFailure(null)
    try {
      await follow(one)
    } catch (error) {
      setFailure(linkFailureText(error as Parameters<typeof linkFailureText>[0]))
    }
    setPending(false)
  }

  const problem = link ? failure : 'This link is incomplete. Open it from the email again.'
  return (
    <AuthCard
      heading={text.heading}
      {...(link && !notice && !problem ? { text: text.text } : {})}
      footer={
        <Anchor component={Link} to="/auth">
          Go to sign-in
        </Anchor>
      }
    >
      <div className={classes['form']}>
        {problem && <AuthFailure>{problem}</AuthFailure>}
        {notice && <Alert role="status">{notice}</Alert>}
        {link && !notice && (
          <Button fullWidth size="md" data-autofocus aria-disabled={pending} onClick={() => void submit(link)}>
            {pending ? text.pending : text.button}
          </Button>
        )}
        {failure && link?.type === 'recovery' && (
          <Button component={Link} to="/auth/forgot" variant="default" fullWidth size="md">
            Get a new link
          </Button>
        )}
      </div>
    </AuthCard>
  )
}
