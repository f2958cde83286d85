import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadCode } from '../kit/load-code.ts'
import { AuthFailure } from './auth-failure.tsx'
import { failureText } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { usePasskeysOffered } from './identity-settings.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { type Provider, signInWith, useProviders } from './providers.ts'

const ProviderIcon = lazy(() =>
  loadCode(() => import('./provider-icon.tsx')).then((module) => ({ default: module.ProviderIcon })),
)

/** Ways to sign in besides a password: accounts elsewhere. Nothing if the server offers none. */
export function OtherWays({ returnTo }: { returnTo: string }) {
  const providers = useProviders()
  const hasPasskeys = usePasskeysOffered()
  const [failure, setFailure] = useState<string | null>(null)
  if (providers.length === 0 && !hasPasskeys) return null
  const leave = async (provider: Provider) => {
    setFailure(null)
    const { error } = await signInWith(provider, returnTo)
    if (error) setFailure(failureText('sign-in', error))
  }
  return (
    <>
      <p className={classes['or']}>or</p>
      <div className={classes['others']}>
        {failure && <AuthFailure>{failure}</AuthFailure>}
        <PasskeySignIn />
        {providers.map((provider) => (
          <Button
            key={provider.id}
            variant="default"
            size="md"
            fullWidth
            leftSection={
              <Suspense fallback={<span style={{ width: 18 }} />}>
                <ProviderIcon id={provider.id} />
              </Suspense>
            }
            onClick={() => void leave(provider)}
          >
            Continue with {provider.name}
          </Button>
        ))}
      </div>
    </>
  )
}
