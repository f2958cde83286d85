import { Anchor, Button, Skeleton } from '@mantine/core'
import type { Session } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { acceptInvitation, previewInvitation } from '../../contract/invitations.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { ApiError, call, messageOf } from '../kit/api.ts'
import { needsSecondFactor } from '../kit/assurance.ts'
import { useSession } from '../kit/session.ts'
import { signOut } from '../kit/sign-out.ts'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { forEveryone } from '../kit/query-client.ts'
import { roleLabels, roleTexts } from '../kit/roles.ts'
import { Link } from '../ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthFailure } from './auth-failure.tsx'
import type { AuthMode } from './auth-texts.ts'
import classes from './auth-page.module.css'
import { ConfirmSignUp } from './confirm-sign-up.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { useSignUpClosed } from './identity-settings.ts'
import { forgetInvitation, invitationSecret } from './invitation-secret.ts'
import { OtherWays } from './other-ways.tsx'
import { SecondFactorPage } from './second-factor-page.tsx'

type Preview = OutputOf<typeof previewInvitation>

const here = '/auth/invite'

/**
 * The target of an invitation: shows who invites to what, and joins as the signed-in person, after signing in, or with
 * a new account.
 */
export function InvitePage() {
  const session = useSession()
  const [secret] = useState(() => invitationSecret(globalThis.location.hash))
  // Creating an account here means joining; anyone who is already signed in, or signs in, is asked first.
  const [joinsAtOnce, setJoinsAtOnce] = useState(false)
  // The secret is neither in the address bar nor in the history.
  useEffect(() => globalThis.history.replaceState(globalThis.history.state, '', here), [])
  const preview = useQuery<Preview, ApiError>({
    queryKey: ['invitation', secret],
    meta: forEveryone,
    queryFn: ({ signal }) => call(previewInvitation, { secret: secret ?? '' }, { signal }),
    enabled: secret !== null && session !== undefined,
    staleTime: Infinity,
  })
  if (secret === null)
    return (
      <NotValid
        heading="Open your invitation"
        text="Open the link in your invitation again on this device, or go back to the browser where you opened it first."
        signedIn={session !== undefined && session !== null}
      />
    )
  if (preview.error?.code === 'invitation_not_valid')
    return (
      <NotValid
        text="It has expired, was already used, or was revoked. Ask the person who invited you for a new one."
        signedIn={session !== undefined && session !== null}
      />
    )
  if (preview.error)
    return (
      <AuthCard heading="Join a company">
        <div className={classes['form']}>
          <AuthFailure>{messageOf(preview.error)}</AuthFailure>
          <Button fullWidth size="md" onClick={() => void preview.refetch()}>
            Try again
          </Button>
        </div>
      </AuthCard>
    )
  if (!preview.data || session === undefined) return <Loading />
  if (session === null) return <JoinWithAccount invitation={preview.data} onCreated={() => setJoinsAtOnce(true)} />
  if (needsSecondFactor(session)) return <SecondFactorPage session={session} />
  return <JoinAs secret={secret} invitation={preview.data} session={session} atOnce={joinsAtOnce} />
}

function Loading() {
  return (
    <AuthCard heading="Join a company">
      <div className={classes['form']} role="status" aria-label="Loading">
        <Skeleton h={14} w="80%" />
        <Skeleton h={14} w="60%" />
        <Skeleton h={42} />
      </div>
    </AuthCard>
  )
}

type NotValidProps = Readonly<{ heading?: string; text: string; signedIn: boolean }>

function NotValid({ heading = 'This invitation is no longer valid', text, signedIn }: NotValidProps) {
  useEffect(() => forgetInvitation(), [])
  return (
    <AuthCard heading={heading} text={text}>
      <Button component={Link} to={signedIn ? '/' : '/auth'} fullWidth size="md">
        {signedIn ? 'Go to the dashboard' : 'Go to sign-in'}
      </Button>
    </AuthCard>
  )
}

/** The inviter, and the invitation's role. */
function About({ invited_by, role }: Preview) {
  return (
    <dl className={classes['about']}>
      {invited_by !== '' && (
        <div>
          <dt>Invited by</dt>
          <dd>{invited_by}</dd>
        </div>
      )}
      <div>
        <dt>Your role</dt>
        <dd>
          {roleLabels[role]}
          <span className={classes['small']}>{roleTexts[role]}</span>
        </dd>
      </div>
    </dl>
  )
}

/** Accepts and opens the company; throws the refusal. */
function useJoin(secret: string) {
  const switchTo = useSwitchOrganization()
  return async () => {
    const { org_id, name } = await act(acceptInvitation, { secret })
    forgetInvitation()
    await switchTo(org_id)
    toastDone(`You joined ${name}`)
  }
}

type JoinAsProps = Readonly<{ secret: string; invitation: Preview; session: Session; atOnce: boolean }>

function JoinAs({ secret, invitation, session, atOnce }: JoinAsProps) {
  const join = useJoin(secret)
  const switchTo = useSwitchOrganization()
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const email = session.user.email ?? ''
  const isForAnother = invitation.email !== null && invitation.email !== email
  const belongsTo = error instanceof ApiError && error.code === 'already_member' ? error.details['org_id'] : undefined

  const accept = async () => {
    if (pending) return
    setPending(true)
    setError(null)
    try {
      await join()
    } catch (refused) {
      setError(refused)
      setPending(false)
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    if (!atOnce || begun.current) return
    begun.current = true
    void accept()
  })
  const openCompany = async () => {
    forgetInvitation()
    await switchTo(String(belongsTo))
  }
  return (
    <AuthCard
      heading={`Join ${invitation.organization_name}`}
      text={`You’re signed in as ${email}.`}
      footer={
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          Use another account
        </Anchor>
      }
    >
      <div className={classes['form']}>
        {error !== null && <AuthFailure>{messageOf(error, 'Failed to accept the invitation')}</AuthFailure>}
        {isForAnother && error === null && (
          <p className={classes['notice']} role="note">
            This invitation was sent to {invitation.email}. You can join with this account, or use another one.
          </p>
        )}
        <About {...invitation} />
        {typeof belongsTo === 'string' ? (
          <Button fullWidth size="md" onClick={() => void openCompany()}>
            Open {invitation.organization_name}
          </Button>
        ) : (
          <Button fullWidth size="md" data-autofocus aria-disabled={pending} onClick={() => void accept()}>
            {pending ? 'Joining...' : 'Accept invitation'}
          </Button>
        )}
      </div>
    </AuthCard>
  )
}

const modes = {
  'sign-up': { submit: 'Create account and join', pending: 'Creating...', other: 'Already have an account? Sign in' },
  'sign-in': { submit: 'Sign in', pending: 'Signing in...', other: "Don't have an account? Sign up" },
} as const

function JoinWithAccount({ invitation, onCreated }: { invitation: Preview; onCreated: () => void }) {
  const isClosed = useSignUpClosed()
  const [chosen, setChosen] = useState<AuthMode | null>(null)
  const mode = chosen ?? (isClosed ? 'sign-in' : 'sign-up')
  const [email, setEmail] = useState(invitation.email ?? '')
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const text = modes[mode]
  const toggle = () => {
    setChosen(mode === 'sign-in' ? 'sign-up' : 'sign-in')
    setMailedTo(null)
  }
  const footer =
    isClosed && mode === 'sign-in' ? (
      'No account yet? Ask your administrator to create one for you.'
    ) : (
      <Anchor component="button" type="button" onClick={toggle}>
        {text.other}
      </Anchor>
    )
  if (mailedTo !== null)
    return <ConfirmSignUp email={mailedTo} returnTo={here} footer={footer} onVerified={onCreated} />
  return (
    <AuthCard heading={`Join ${invitation.organization_name}`} footer={footer} after={<OtherWays returnTo={here} />}>
      <div className={classes['form']}>
        <About {...invitation} />
        <CredentialsForm
          key={mode}
          mode={mode}
          email={email}
          onEmail={setEmail}
          submit={text.submit}
          pendingText={text.pending}
          asksCompany={false}
          returnTo={here}
          onMail={setMailedTo}
          {...(mode === 'sign-up' ? { onSignedIn: onCreated } : {})}
        />
      </div>
    </AuthCard>
  )
}
