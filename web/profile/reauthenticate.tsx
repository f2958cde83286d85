import { Button } from '@mantine/core'
import type { Factor, User } from '@supabase/auth-js'
import { type ReactNode, useState } from 'react'
import { useSecondFactorForm } from '../auth/second-factor-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import classes from './profile.module.css'

type Refusal = Readonly<{ name: string; message: string; code?: unknown }>

/** Whether a change of factors or passkeys was refused because the last proof of a factor is too old. */
export function needsProof(error: Refusal | null): boolean {
  return error?.code === 'insufficient_aal'
}

/**
 * Factors and passkeys can only be changed shortly after proving one. `reauthenticate` asks for one in a dialog and
 * resolves with the result; `withProof` sends a change and, if the server requires a proof first, asks for it and sends
 * the change again. Null if the person canceled.
 */
export function useReauthentication({ factors = [] }: Pick<User, 'factors'>): {
  reauthenticate: () => Promise<boolean>
  withProof: <T extends { error: Refusal | null }>(send: () => Promise<T>) => Promise<T | null>
  dialog: ReactNode
} {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null)
  const reauthenticate = () => new Promise<boolean>((resolve) => setAnswer(() => resolve))
  const withProof = async <T extends { error: Refusal | null }>(send: () => Promise<T>): Promise<T | null> => {
    const first = await send()
    if (!needsProof(first.error)) return first
    return (await reauthenticate()) ? send() : null
  }
  const close = (isProven: boolean) => {
    setAnswer(null)
    answer?.(isProven)
  }
  const dialog = (
    <Dialog title="Confirm it’s you" opened={answer !== null} onClose={() => close(false)} size={440}>
      <Reauthenticate factors={factors} onProven={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  )
  return { reauthenticate, withProof, dialog }
}

type ReauthenticateProps = Readonly<{ factors: readonly Factor[]; onProven: () => void; onCancel: () => void }>

function Reauthenticate({ factors, onProven, onCancel }: ReauthenticateProps) {
  const { text, form, others } = useSecondFactorForm(factors, onProven)
  return (
    <div className={classes['dialog']}>
      <p>{text}</p>
      {form}
      <div className={classes['proofWays']}>
        {others}
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
