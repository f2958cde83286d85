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
 * Factors and passkeys can only be changed shortly after proving one. `proveAgain` asks for one in a dialog and
 * resolves with the result; `proven` sends a change and, if the server requires a proof first, asks and sends it again:
 * null if the person gave up.
 */
export function useProveAgain({ factors = [] }: Pick<User, 'factors'>): {
  proveAgain: () => Promise<boolean>
  proven: <T extends { error: Refusal | null }>(send: () => Promise<T>) => Promise<T | null>
  dialog: ReactNode
} {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null)
  const proveAgain = () => new Promise<boolean>((resolve) => setAnswer(() => resolve))
  const proven = async <T extends { error: Refusal | null }>(send: () => Promise<T>): Promise<T | null> => {
    const first = await send()
    if (!needsProof(first.error)) return first
    return (await proveAgain()) ? send() : null
  }
  const close = (isProven: boolean) => {
    setAnswer(null)
    answer?.(isProven)
  }
  const dialog = (
    <Dialog title="Confirm it’s you" opened={answer !== null} onClose={() => close(false)} size={440}>
      <ProveAgain factors={factors} onProven={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  )
  return { proveAgain, proven, dialog }
}

type ProveAgainProps = Readonly<{ factors: readonly Factor[]; onProven: () => void; onCancel: () => void }>

function ProveAgain({ factors, onProven, onCancel }: ProveAgainProps) {
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
