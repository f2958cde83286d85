import type { PasskeyListItem } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeyFailureText } from '../auth/auth-texts.ts'
import { confirm } from '../kit/confirm.tsx'
import { auth } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useReauthentication } from './reauthenticate.tsx'
import { nameOf } from './passkey-name.ts'

/** The account's passkeys, and how to add or remove one after another proof of identity. */
export function usePasskeys(withProof: ReturnType<typeof useReauthentication>['withProof']) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const passkeys = useQuery({
    queryKey: ['user', 'passkeys'],
    queryFn: async () => {
      const { data, error } = await auth.passkey.list()
      if (error) throw error
      return data
    },
    staleTime: 0,
  })
  const add = async () => {
    if (isAdding) return
    setAdding(true)
    setFailure(null)
    const answer = await withProof(() => auth.registerPasskey())
    setAdding(false)
    if (!answer) return
    const { error } = answer
    if (error) return setFailure(passkeyFailureText(error))
    await passkeys.refetch()
    toastDone('Passkey added')
  }
  const remove = async (passkey: PasskeyListItem) => {
    const agreed = await confirm({
      title: `Remove ${nameOf(passkey)}?`,
      text: 'You can no longer sign in with it. Delete it on your device as well.',
      confirmLabel: 'Remove passkey',
      danger: true,
    })
    if (!agreed) return
    const answer = await withProof(() => auth.passkey.delete({ passkeyId: passkey.id }))
    if (!answer) return
    const { error } = answer
    if (error) return toastFailed(new Error(error.message), passkeyFailureText(error))
    await passkeys.refetch()
    toastDone('Passkey removed')
  }
  return { passkeys, failure, add, isAdding, remove }
}
