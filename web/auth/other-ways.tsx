import { Button } from '@mantine/core'
import {
  IconBrandAppleFilled,
  IconBrandGithub,
  IconBrandGoogleFilled,
  IconBrandWindowsFilled,
  IconLogin2,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { AuthFailure } from './auth-failure.tsx'
import { failureText } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { usePasskeysOffered } from './identity-settings.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { type Provider, signInWith, useProviders } from './providers.ts'

const icons: Readonly<Record<string, Icon>> = {
  apple: IconBrandAppleFilled,
  azure: IconBrandWindowsFilled,
  github: IconBrandGithub,
  google: IconBrandGoogleFilled,
}

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
        {providers.map((provider) => {
          const Icon = icons[provider.id] ?? IconLogin2
          return (
            <Button
              key={provider.id}
              variant="default"
              size="md"
              fullWidth
              leftSection={<Icon size={18} stroke={1.7} />}
              onClick={() => void leave(provider)}
            >
              Continue with {provider.name}
            </Button>
          )
        })}
      </div>
    </>
  )
}
