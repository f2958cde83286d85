import type { Factor, User } from '@supabase/auth-js'
import { useState } from 'react'
import { passkeyFailureText, secondFactorFailureText } from '../auth/auth-texts.ts'
import { confirm } from '../kit/confirm.tsx'
import { refetchMembership } from '../kit/refetch.ts'
import { auth, renewSession } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { type FactorKind, factorKinds } from './factor-kinds.ts'
import { freeName } from './free-name.ts'
import type { useReauthentication } from './reauthenticate.tsx'
import { removeUnfinished } from './unfinished-factors.ts'

/** Adds a security key and removes factors, after another proof of identity if needed. */
export function useFactorChanges(
  user: User,
  withProof: ReturnType<typeof useReauthentication>['withProof'],
  onKeyAdded: () => void,
) {
  const [isAdding, setAdding] = useState(false)
  const addKey = async () => {
    if (isAdding) return
    setAdding(true)
    const friendlyName = freeName('Security key', user)
    const answer = await withProof(() => auth.mfa.webauthn.register({ friendlyName }))
    if (answer?.error) await removeUnfinished('webauthn')
    setAdding(false)
    if (!answer) return
    const { error } = answer
    await renewSession()
    if (error) return toastFailed(new Error(error.message), passkeyFailureText(error))
    refetchMembership()
    toastDone('Security key added')
    onKeyAdded()
  }
  const remove = async ({ id, friendly_name }: Factor, kind: FactorKind) => {
    const signingIn = (user.factors ?? []).filter(
      ({ status, factor_type }) => status === 'verified' && (factor_type as string) !== 'recovery_code',
    )
    const isLast = signingIn.length === 1
    const agreed = await confirm({
      title: isLast
        ? 'Turn off two-factor authentication?'
        : `Remove ${friendly_name || factorKinds[kind].toLowerCase()}?`,
      text: isLast
        ? 'You’ll sign in with your password only. Your recovery codes will stop working.'
        : 'You can no longer sign in with it.',
      confirmLabel: isLast ? 'Turn off' : 'Remove',
      danger: true,
    })
    if (!agreed) return
    const answer = await withProof(() => auth.mfa.unenroll({ factorId: id }))
    if (!answer) return
    const { error } = answer
    if (error) return toastFailed(new Error(error.message), secondFactorFailureText(error))
    await renewSession()
    refetchMembership()
    toastDone(isLast ? 'Two-factor authentication is off' : `${factorKinds[kind]} removed`)
  }
  return { addKey, isAdding, remove }
}
