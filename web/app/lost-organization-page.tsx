import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { AuthCard } from '../auth/auth-card.tsx'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { failureText } from '../auth/auth-texts.ts'
import { auth, ownOrganization, useSession } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { useLostOrganization } from './lost-organization.ts'

/** Shown instead of every screen of an organization that the user has left: what happened, and what to do. */
export function LostOrganizationPage() {
  const email = useSession()?.user.email ?? ''
  const { was } = useLostOrganization()
  const switchTo = useSwitchOrganization()
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const goOn = async () => {
    if (pending) return
    setPending(true)
    setFailure(null)
    // The user's default organization may have changed with the membership.
    const { data, error } = await auth.refreshSession()
    if (data.session) await switchTo(ownOrganization(data.session))
    else if (error) setFailure(failureText('sign-in', error))
    setPending(false)
  }
  return (
    <AuthCard
      heading={`You no longer have access to ${was?.name ?? 'this company'}`}
      text={`You were removed, or the company was deleted. Continue as ${email} in another company. If you have none, we’ll create one.`}
      footer={
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          Sign out
        </Anchor>
      }
    >
      {failure && <AuthFailure>{failure}</AuthFailure>}
      <Button fullWidth size="md" aria-disabled={pending} onClick={() => void goOn()}>
        Continue
      </Button>
    </AuthCard>
  )
}
