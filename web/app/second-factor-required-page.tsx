import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { AuthCard } from '../auth/auth-card.tsx'
import { PasskeySignIn } from '../auth/passkey-sign-in.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useSession } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { useOrganizations } from '../kit/use-organizations.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { useMemberCommands } from '../members/use-member-commands.ts'
import { type ProofKind, useReauthentication } from '../profile/reauthenticate.tsx'
import { RecoveryCodes } from '../profile/recovery-codes.tsx'
import { SetUpApp } from '../profile/set-up-app.tsx'
import { Link } from '../ui/link.tsx'

/**
 * Shown instead of every screen of an organization that requires a second factor, to members without one: sets one up
 * here.
 */
export function SecondFactorRequiredPage({ onSetUp }: { onSetUp: (isUnderWay: boolean) => void }) {
  const user = useSession()?.user
  const { current } = useOrganizations()
  const [open, setOpen] = useState<'app' | 'codes' | null>(null)
  const show = (next: typeof open) => {
    setOpen(next)
    onSetUp(next !== null)
  }
  const { reauthenticate, dialog } = useReauthentication(user ?? {})
  // The page stays while the dialog closes for the proof.
  const proveFor = async (next: 'app' | 'codes', kind: ProofKind) => {
    setOpen(null)
    show((await reauthenticate(kind)) ? next : null)
  }
  return (
    <AuthCard
      heading="Set up two-factor authentication"
      text={`${current?.name ?? 'This company'} requires two-factor authentication. Use an authenticator app, such as 1Password, Google Authenticator or Authy, or sign in with a passkey.`}
      footer={<OtherPlaces />}
    >
      <Button fullWidth size="md" data-autofocus onClick={() => show('app')}>
        Set up an app
      </Button>
      <PasskeySignIn />
      {dialog}
      {user && (
        <Dialog title="Set up an authenticator app" opened={open === 'app'} onClose={() => show(null)}>
          <SetUpApp
            onDone={() => show('codes')}
            onCancel={() => show(null)}
            onProofNeeded={(kind) => void proveFor('app', kind)}
          />
        </Dialog>
      )}
      <Dialog title="Recovery codes" opened={open === 'codes'} onClose={() => show(null)}>
        <RecoveryCodes
          replaces={false}
          onDone={() => show(null)}
          onProofNeeded={(kind) => void proveFor('codes', kind)}
        />
      </Dialog>
    </AuthCard>
  )
}

/** Where someone can go instead: another company, their profile, or out. */
function OtherPlaces() {
  const { current, all } = useOrganizations()
  const switchTo = useSwitchOrganization()
  const { leave } = useMemberCommands()
  const others = all.filter(({ org_id }) => org_id !== current?.org_id)
  return (
    <>
      {others.map(({ org_id, name }) => (
        <p key={org_id}>
          <Anchor component="button" type="button" onClick={() => void switchTo(org_id)}>
            Go to {name}
          </Anchor>
        </p>
      ))}
      <p>
        <Anchor component={Link} to="/profile">
          Your profile
        </Anchor>
      </p>
      {current && !current.is_sample && (
        <p>
          <Anchor component="button" type="button" onClick={() => void leave()}>
            Leave {current.name}
          </Anchor>
        </p>
      )}
      <p>
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          Sign out
        </Anchor>
      </p>
    </>
  )
}
