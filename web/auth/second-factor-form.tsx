import { Anchor, Button } from '@mantine/core'
import type { AuthError, Factor } from '@supabase/auth-js'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { auth } from '../kit/session.ts'
import { AuthFailure } from './auth-failure.tsx'
import { passkeyFailureText, secondFactorFailureText } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { CodeField, sixDigits } from './code-field.tsx'

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

type Offered = Readonly<{ id: string; way: Way; text: string; other: string }>

/**
 * The verified factors, each a way to sign in. Several apps or keys are named, because each accepts only its own code.
 */
function offeredOf(factors: readonly Factor[]): Offered[] {
  const verified = factors.filter(({ status }) => status === 'verified')
  return ways.flatMap((way) => {
    const ofWay = verified.filter(({ factor_type }) => factor_type === way)
    return ofWay.map(({ id, friendly_name }) => {
      if (ofWay.length === 1 || !friendly_name) return { id, way, ...texts[way] }
      const text = way === 'totp' ? `Enter the 6-digit code from ${friendly_name}.` : `Confirm with ${friendly_name}.`
      return { id, way, text, other: `Use ${friendly_name}` }
    })
  })
}

/**
 * Asks for one of an account's second factors: instructions, the form, and links to the others. `onProven` is called
 * once the session has proven it.
 */
export function useSecondFactorForm(
  factors: readonly Factor[] = [],
  onProven?: () => void,
): { text: string; form: ReactNode; others: ReactNode } {
  const offered = offeredOf(factors)
  const [chosen, setChosen] = useState<string | null>(null)
  const { id, way, text } = offered.find((one) => one.id === chosen) ??
    offered[0] ?? { id: '', way: 'totp', ...texts.totp }
  const others = offered
    .filter((other) => other.id !== id)
    .map((other) => (
      <p key={other.id} className={classes['way']}>
        <Anchor component="button" type="button" onClick={() => setChosen(other.id)}>
          {other.other}
        </Anchor>
      </p>
    ))
  const form =
    way === 'webauthn' ? (
      <PasskeyFactor key={id} factorId={id} onProven={onProven} />
    ) : way === 'recovery_code' ? (
      <CodeFactor
        key={id}
        label="Recovery code"
        isWhole={(code) => code.replaceAll(/[\s-]/g, '').length >= 8}
        problem="Enter a recovery code"
        send={(code) => auth.mfa.recoveryCodes.verify({ code })}
        onProven={onProven}
      />
    ) : (
      <CodeFactor
        key={id}
        label="Code"
        numeric
        isWhole={(code) => sixDigits(code) !== null}
        problem="Enter the 6 digits from your app"
        send={(code) => auth.mfa.challengeAndVerify({ factorId: id, code: code.replaceAll(/\s/g, '') })}
        onProven={onProven}
      />
    )
  return { text, form, others }
}

type Sent = Promise<{ error: AuthError | null }>

type CodeFactorProps = Readonly<{
  label: string
  /** True for an app's code: digits only, sent as soon as it is complete. */
  numeric?: boolean
  isWhole: (code: string) => boolean
  problem: string
  send: (code: string) => Sent
  onProven: (() => void) | undefined
}>

function CodeFactor({ label, numeric = false, isWhole, problem, send, onProven }: CodeFactorProps) {
  const field = useRef<HTMLInputElement>(null)
  // The page replaces another one at the same address: nothing else moves the focus to it.
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
    if (!refused) return onProven?.()
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
      <CodeField
        label={label}
        autoCapitalize="off"
        spellCheck={false}
        ref={field}
        data-autofocus
        size="md"
        classNames={{ input: classes['code'] ?? '' }}
        {...(numeric ? {} : { inputMode: 'text', maxLength: 64 })}
        value={code}
        error={error}
        onChange={(typed) => {
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

function PasskeyFactor({ factorId, onProven }: { factorId: string; onProven: (() => void) | undefined }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const ask = async () => {
    if (pending) return
    setPending(true)
    setFailure(null)
    const { error } = await auth.mfa.webauthn.authenticate({ factorId })
    setPending(false)
    if (error) setFailure(passkeyFailureText(error))
    else onProven?.()
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
