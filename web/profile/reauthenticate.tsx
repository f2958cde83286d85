import type { User } from '@supabase/auth-js'
import { type ReactNode, useState } from 'react'
import { useSecondFactorForm } from '../auth/second-factor-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { ProofForm } from './proof-form.tsx'

type Refusal = Readonly<{ name: string; message: string; code?: unknown }>

/** What the server asks for first: a second factor, or without one the password or a code by email. */
export type ProofKind = 'factor' | 'password' | 'code'

/** The proof without which a change of how to sign in was refused; null if it wasn't refused for that. */
export function proofNeeded(error: Refusal | null): ProofKind | null {
  switch (error?.code) {
    case 'insufficient_aal':
      return 'factor'
    case 'current_password_required':
      return 'password'
    case 'reauthentication_needed':
      return 'code'
    default:
      return null
  }
}

/**
 * Factors, passkeys and linked accounts can only be changed shortly after signing in or proving who you are.
 * `reauthenticate` asks for the proof in a dialog and resolves with the result; `withProof` sends a change and, if the
 * server requires a proof first, asks for it and sends the change again. Null if the person canceled.
 */
export function useReauthentication(user: Pick<User, 'factors' | 'email'>): {
  reauthenticate: (kind: ProofKind) => Promise<boolean>
  withProof: <T extends { error: Refusal | null }>(send: () => Promise<T>) => Promise<T | null>
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<{ kind: ProofKind; answer: (isProven: boolean) => void } | null>(null)
  const reauthenticate = (kind: ProofKind) => new Promise<boolean>((resolve) => setAsked({ kind, answer: resolve }))
  const withProof = async <T extends { error: Refusal | null }>(send: () => Promise<T>): Promise<T | null> => {
    const first = await send()
    const kind = proofNeeded(first.error)
    if (kind === null) return first
    return (await reauthenticate(kind)) ? send() : null
  }
  const close = (isProven: boolean) => {
    setAsked(null)
    asked?.answer(isProven)
  }
  const ways = { onProven: () => close(true), onCancel: () => close(false) }
  const dialog = (
    <Dialog title="Confirm it’s you" opened={asked !== null} onClose={() => close(false)} size={440}>
      {asked?.kind === 'factor' ? (
        <ConfirmFactor factors={user.factors} {...ways} />
      ) : (
        <ConfirmPassword email={user.email ?? ''} hasPassword={asked?.kind !== 'code'} {...ways} />
      )}
    </Dialog>
  )
  return { reauthenticate, withProof, dialog }
}

type ConfirmFactorProps = Readonly<{ factors: User['factors']; onProven: () => void; onCancel: () => void }>

function ConfirmFactor({ factors = [], onProven, onCancel }: ConfirmFactorProps) {
  const { text, form, others } = useSecondFactorForm(factors, onProven)
  return (
    <ProofForm text={text} others={others} onCancel={onCancel}>
      {form}
    </ProofForm>
  )
}
