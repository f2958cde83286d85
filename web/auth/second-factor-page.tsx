import { Anchor, Button, TextInput } from '@mantine/core'
import type { AuthError, Session } from '@supabase/auth-js'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { auth } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthFailure } from './auth-failure.tsx'
import { passkeyFailureText, secondFactorFailureText } from './auth-texts.ts'
import classes from './auth-page.module.css'

type Way = 'totp' | 'webauthn' | 'recovery_code'

const texts: Record<Way, { text: string; other: string }> = {
  totp: { text: 'Enter the 6-digit code from your authenticator app.', other: 'Use your authenticator app' },
  webauthn: { text: 'Confirm with your passkey or security key.', other: 'Use your passkey' },
  recovery_code: {
    text: 'Enter one of the recovery codes you saved. Each code works once.',
    other: 'Use a recovery code',
  },
}
const ways: readonly Way[] = ['totp', 'webauthn', 'recovery_code']

/** Asks for the second factor of an account that has one. When it is right the session is worth more, and the guard shows what was asked for. */
export function SecondFactorPage({ session }: { session: Session }) {
  const factors = (session.user.factors ?? []).filter(({ status }) => status === 'verified')
  const offered = ways.filter((way) => factors.some(({ factor_type }) => factor_type === way))
  const [chosen, setChosen] = useState<Way | null>(null)
  const way = chosen ?? offered[0] ?? 'totp'
  const factorId = factors.find(({ factor_type }) => factor_type === way)?.id ?? ''
  const footer = (
    <>
      {offered
        .filter((other) => other !== way)
        .map((other) => (
          <p key={other} className={classes['way']}>
            <Anchor component="button" type="button" onClick={() => setChosen(other)}>
              {texts[other].other}
            </Anchor>
          </p>
        ))}
      <p className={classes['way']}>
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          Sign in with another account
        </Anchor>
      </p>
    </>
  )
  return (
    <AuthCard heading="Two-factor authentication" text={texts[way].text} footer={footer}>
      {way === 'webauthn' ? (
        <PasskeyFactor factorId={factorId} />
      ) : way === 'recovery_code' ? (
        <CodeFactor
          key={way}
          label="Recovery code"
          isWhole={(code) => code.replaceAll(/[\s-]/g, '').length >= 8}
          problem="Enter a recovery code"
          send={(code) => auth.mfa.recoveryCodes.verify({ code })}
        />
      ) : (
        <CodeFactor
          key={way}
          label="Code"
          numeric
          isWhole={(code) => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))}
          problem="Enter the 6 digits from your app"
          send={(code) => auth.mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, '') })}
        />
      )}
    </AuthCard>
  )
}

type Sent = Promise<{ error: AuthError | null }>

type CodeFactorProps = Readonly<{
  label: string
  /** True for a code of an app: digits only, sent as soon as it is whole. */
  numeric?: boolean
  isWhole: (code: string) => boolean
  problem: string
  send: (code: string) => Sent
}>

function CodeFactor({ label, numeric = false, isWhole, problem, send }: CodeFactorProps) {
  const field = useRef<HTMLInputElement>(null)
  // The page stands in another's place: nothing else brings the focus to it.
  useEffect(() => field.current?.focus(), [])
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const verify = async (given: string) => {
    if (pending) return
    if (!isWhole(given)) return setError(problem)
    setPending(true)
    setFailure(null)
    const { error: refused } = await send(given)
    setPending(false)
    if (!refused) return
    setFailure(secondFactorFailureText(refused))
    setCode('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verify(code)
  }

  return (
    <form noValidate onSubmit={submit} className={classes['form']}>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <TextInput
        label={label}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        ref={field}
        size="md"
        classNames={{ input: classes['code'] ?? '' }}
        inputMode={numeric ? 'numeric' : 'text'}
        maxLength={numeric ? 12 : 64}
        value={code}
        error={error}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setCode(typed)
          setError(null)
          if (numeric && isWhole(typed)) void verify(typed)
        }}
      />
      <Button type="submit" fullWidth size="md" aria-disabled={pending}>
        {pending ? 'Checking...' : 'Continue'}
      </Button>
    </form>
  )
}

function PasskeyFactor({ factorId }: { factorId: string }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const ask = async () => {
    if (pending) return
    setPending(true)
    setFailure(null)
    const { error } = await auth.mfa.webauthn.authenticate({ factorId })
    setPending(false)
    if (error) setFailure(passkeyFailureText(error))
  }
  return (
    <div className={classes['form']}>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <Button
        fullWidth
        size="md"
        data-autofocus
        leftSection={<IconFingerprint size={18} stroke={1.7} />}
        aria-disabled={pending}
        onClick={() => void ask()}
      >
        {pending ? 'Waiting for your passkey...' : 'Continue with passkey'}
      </Button>
    </div>
  )
}
