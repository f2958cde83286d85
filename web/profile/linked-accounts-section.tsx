import { Button } from '@mantine/core'
import type { User, UserIdentity } from '@supabase/auth-js'
import { IconLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { addressFailureText, failureText } from '../auth/auth-texts.ts'
import { linkTo, nameOfProvider, useProviders } from '../auth/providers.ts'
import { arrivalFailure, forgetArrival } from '../kit/arrival.ts'
import { keepSession } from '../auth/replaced-session.ts'
import { confirm } from '../kit/confirm.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { Section, SectionPart } from '../kit/section.tsx'
import { auth, renewSession } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { LinkedRow } from './linked-row.tsx'
import { useReauthentication } from './reauthenticate.tsx'

/** Other accounts that can sign in here. Nothing if the server offers none and none is linked. */
export function LinkedAccountsSection({ user }: { user: User }) {
  const providers = useProviders()
  const { withProof, dialog } = useReauthentication(user)
  const [failure, setFailure] = useState(() => addressFailureText(arrivalFailure()))
  useEffect(forgetArrival, [])
  const linked = (user.identities ?? []).filter(({ provider }) => provider !== 'email')
  const free = providers.filter(({ id }) => linked.every(({ provider }) => provider !== id))
  if (providers.length === 0 && linked.length === 0) return null

  const link = async (provider: (typeof providers)[number]) => {
    setFailure(undefined)
    await keepSession()
    const answer = await withProof(() => linkTo(provider))
    if (answer?.error) setFailure(failureText('sign-in', answer.error))
  }
  const unlink = async (identity: UserIdentity) => {
    const name = nameOfProvider(identity.provider)
    const agreed = await confirm({
      title: `Unlink ${name}?`,
      text: `You’ll no longer be able to sign in with ${name}. You can link it again at any time.`,
      confirmLabel: `Unlink ${name}`,
      danger: true,
    })
    if (!agreed) return
    const answer = await withProof(() => auth.unlinkIdentity(identity))
    if (!answer) return
    const { error } = answer
    if (error?.code === 'single_identity_not_deletable')
      return toastFailed(error, 'This is your only way to sign in. Set a password first.')
    if (error) return toastFailed(new Error(error.message), failureText('sign-in', error))
    await renewSession()
    toastDone(`${name} unlinked`)
  }

  return (
    <Section title="Linked accounts" text="Sign in with another account instead of your password.">
      {failure && (
        <SectionPart>
          <AuthFailure>{failure}</AuthFailure>
        </SectionPart>
      )}
      {linked.map((identity) => (
        <LinkedRow key={identity.identity_id} identity={identity} onUnlink={() => void unlink(identity)} />
      ))}
      {free.map((provider) => (
        <SectionRow
          key={provider.id}
          icon={<IconLink size={20} stroke={1.6} />}
          title={provider.name}
          text="Not linked"
          action={
            <Button variant="default" aria-label={`Link ${provider.name}`} onClick={() => void link(provider)}>
              Link
            </Button>
          }
        />
      ))}
      {dialog}
    </Section>
  )
}
