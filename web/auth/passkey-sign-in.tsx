import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { queryClient } from '../kit/query-client.ts'
import { auth } from '../kit/session.ts'
import { AuthFailure } from './auth-failure.tsx'
import { passkeyFailureText } from './auth-texts.ts'
import { usePasskeysOffered } from './identity-settings.ts'

/**
 * Signs in with a passkey, replacing a session that proved less, if there is one. Nothing if this server or browser has
 * none.
 */
export function PasskeySignIn() {
  const isOffered = usePasskeysOffered()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (!isOffered) return null
  const signIn = async () => {
    if (pending) return
    setPending(true)
    setFailure(null)
    const { error } = await auth.signInWithPasskey()
    setPending(false)
    if (error) return setFailure(passkeyFailureText(error))
    await queryClient.invalidateQueries()
  }
  return (
    <>
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.7} />}
        aria-disabled={pending}
        onClick={() => void signIn()}
      >
        {pending ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
      </Button>
    </>
  )
}
