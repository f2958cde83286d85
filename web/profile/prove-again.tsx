import { Button } from '@mantine/core'
import type { Factor, User } from '@supabase/auth-js'
import { type ReactNode, useState } from 'react'
import { useSecondFactorForm } from '../auth/second-factor-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { auth } from '../kit/session.ts'
import classes from './profile.module.css'
import { provenLately } from './proven-lately.ts'

/**
 * Factors and passkeys change only shortly after one of them was proven. `proveAgain` asks for one in a dialog where the last proof is too long ago, and
 * resolves whether the change may go on; at once where the account has no second factor.
 */
export function useProveAgain({ factors = [] }: Pick<User, 'factors'>): {
  proveAgain: () => Promise<boolean>
  dialog: ReactNode
} {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null)
  const proveAgain = async () => {
    if (!factors.some(({ status }) => status === 'verified')) return true
    const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
    if (data && provenLately(data.currentAuthenticationMethods, new Date())) return true
    return new Promise<boolean>((resolve) => setAnswer(() => resolve))
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
  return { proveAgain, dialog }
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
