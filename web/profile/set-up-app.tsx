import { Button, Skeleton } from '@mantine/core'
import type { AuthMFAEnrollTOTPResponse } from '@supabase/auth-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { secondFactorFailureText } from '../auth/auth-texts.ts'
import { CodeField, sixDigits } from '../auth/code-field.tsx'
import { CopyField } from '../kit/copy-field.tsx'
import { refetchMembership } from '../kit/refetch.ts'
import { auth } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import { freeName } from './free-name.ts'
import { proofNeeded, type ProofKind } from './reauthenticate.tsx'
import classes from './profile.module.css'
import { removeUnfinished } from './unfinished-factors.ts'

type Enrolled = NonNullable<AuthMFAEnrollTOTPResponse['data']>
type SetUpAppProps = Readonly<{
  onDone: () => void
  onCancel: () => void
  /** The sign-in, or the proof of an existing factor, is too long ago: nothing is set up before another proof. */
  onProofNeeded: (kind: ProofKind) => void
}>

/**
 * Sets up an authenticator app: its QR code or secret, then its first code. Nothing is active until that code is right.
 */
export function SetUpApp({ onDone, onCancel, onProofNeeded }: SetUpAppProps) {
  const { enrolled, failure: notEnrolled, keep } = useEnrollment(onProofNeeded)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending || !enrolled) return
    const given = sixDigits(code)
    if (given === null) return setProblem('Enter the 6 digits from your app')
    setPending(true)
    setFailure(null)
    const { isOn, proof, refusal } = await turnOn(enrolled.id, given)
    setPending(false)
    if (isOn) keep()
    if (proof) return onProofNeeded(proof)
    if (refusal) return setFailure(refusal)
    refetchMembership()
    toastDone('Two-factor authentication is on')
    onDone()
  }

  return (
    <form noValidate onSubmit={submit} className={classes['dialog']}>
      {(notEnrolled ?? failure) && <AuthFailure>{notEnrolled ?? failure}</AuthFailure>}
      <p>Scan this code with your authenticator app, then enter the 6 digits it shows.</p>
      <div className={classes['scan']}>
        {enrolled ? (
          <img
            src={enrolled.totp.qr_code}
            alt="QR code to scan with your authenticator app"
            className={classes['qr']}
          />
        ) : (
          <Skeleton w={176} h={176} />
        )}
      </div>
      {enrolled && (
        <CopyField
          label="Setup key"
          value={enrolled.totp.secret}
          description="Can’t scan? Enter this key in your app instead."
        />
      )}
      <CodeField
        label="Code from the app"
        data-autofocus
        value={code}
        error={problem}
        onChange={(typed) => {
          setCode(typed)
          setProblem(null)
        }}
      />
      <div className={classes['end']}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!enrolled} aria-disabled={pending}>
          {pending ? 'Checking...' : 'Turn on'}
        </Button>
      </div>
    </form>
  )
}

/**
 * A factor that awaits its first code; removed when the form is left without one, and by the next form if the browser
 * was closed.
 */
function useEnrollment(onProofNeeded: SetUpAppProps['onProofNeeded']) {
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isKept = useRef(false)
  const needProof = useRef(onProofNeeded)
  useEffect(() => {
    let isLeft = false
    let made: string | undefined
    const giveUp = () => {
      if (made !== undefined && !isKept.current) void auth.mfa.unenroll({ factorId: made })
    }
    void enroll().then(({ data, error }) => {
      made = data?.id
      if (isLeft) return giveUp()
      const proof = proofNeeded(error)
      if (proof) return needProof.current(proof)
      if (error) setFailure(secondFactorFailureText(error))
      else setEnrolled(data)
    })
    return () => {
      isLeft = true
      giveUp()
    }
  }, [])
  const keep = () => {
    isKept.current = true
  }
  return { enrolled, failure, keep }
}

const alreadyOn =
  'Two-factor authentication is on, but the connection was lost before you could see it. Keep Onhand in your app, and enter the next code it shows.'

/** Sends a code. `isOn`: it was accepted, or an earlier one was, whose answer was lost. */
async function turnOn(factorId: string, code: string) {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (!error) return { isOn: true, proof: null, refusal: null }
  const { data } = await auth.mfa.listFactors()
  if (data?.all.some(({ id, status }) => id === factorId && status === 'verified'))
    return { isOn: true, proof: null, refusal: alreadyOn }
  return { isOn: false, proof: proofNeeded(error), refusal: secondFactorFailureText(error) }
}

async function enroll(): Promise<AuthMFAEnrollTOTPResponse> {
  const friendlyName = freeName('Authenticator app', { factors: [...(await removeUnfinished('totp'))] })
  return auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Onhand' })
}
