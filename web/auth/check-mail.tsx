import { Alert, Anchor, Button } from '@mantine/core'
import type { EmailOtpType } from '@supabase/auth-js'
import { IconMail } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { auth } from '../kit/session.ts'
import { AuthFailure } from './auth-failure.tsx'
import { codeFailureText, type failureText, mailFailureText } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { CodeField, sixDigits } from './code-field.tsx'

/** The minimum interval between emails of a kind; earlier requests are refused. */
const secondsBetweenMails = 60

type CheckMailProps = Readonly<{
  email: string
  type: EmailOtpType
  /** What the email is for, in a sentence. */
  notice: string
  /** Sends the email again. */
  resend: () => Promise<{ error: Parameters<typeof failureText>[1] | null }>
  /** Called when the code has signed this browser in. Nothing to do if the page's guard navigates on. */
  onVerified?: () => void
}>

/**
 * After an email was sent: its code can be entered here, for those who read it on another device, and it can be sent
 * again.
 */
export function CheckMail({ email, type, notice, resend, onVerified }: CheckMailProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isResent, setResent] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const token = sixDigits(code)
    if (token === null) return setProblem('Enter the 6 digits from the email')
    setPending(true)
    setFailure(null)
    const { error } = await auth.verifyOtp({ email, token, type })
    setPending(false)
    if (error) return setFailure(codeFailureText(error))
    onVerified?.()
  }
  const sendAgain = async () => {
    if (isSending) return
    setFailure(null)
    setSending(true)
    const { error } = await resend()
    setSending(false)
    if (error) return setFailure(mailFailureText(error))
    setResent(true)
    setTimeout(() => setResent(false), secondsBetweenMails * 1_000)
  }

  return (
    <form noValidate onSubmit={submit} className={classes['form']}>
      <Alert role="status" icon={<IconMail size={18} stroke={1.7} />}>
        {notice}
      </Alert>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <CodeField
        label="Code from the email"
        description={`Sent to ${email}. Open its link, or enter its code here.`}
        data-autofocus
        value={code}
        error={problem}
        onChange={(typed) => {
          setCode(typed)
          setProblem(null)
        }}
      />
      <Button type="submit" fullWidth size="md" aria-disabled={pending}>
        {pending ? 'Checking...' : 'Continue'}
      </Button>
      <p className={classes['aside']}>
        {isResent ? (
          <span role="status">Sent again. You can ask for another one in a minute.</span>
        ) : (
          <Anchor component="button" type="button" aria-disabled={isSending} onClick={() => void sendAgain()}>
            Send the email again
          </Anchor>
        )}
      </p>
    </form>
  )
}
