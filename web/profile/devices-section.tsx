import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { type AccountSession, endSession, listSessions } from '../../contract/account.ts'
import { failureText } from '../auth/auth-texts.ts'
import { useCommand, useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Section, SectionPart, SectionRow } from '../kit/section.tsx'
import { auth } from '../kit/session.ts'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { deviceName } from './device-name.ts'

/** The person's sessions, and how to end them, one by one or all but this one. */
export function DevicesSection() {
  const sessions = useRead(listSessions, {})
  const items = sessions.data?.items
  const signOutOthers = async () => {
    const agreed = await confirm({
      title: 'Sign out your other devices?',
      text: 'They’ll have to sign in again. You stay signed in here.',
      confirmLabel: 'Sign out others',
    })
    if (!agreed) return
    const { error } = await auth.signOut({ scope: 'others' })
    if (error) return toastFailed(new Error(error.message), failureText('sign-in', error))
    toastDone('Your other devices were signed out')
    await sessions.refetch()
  }
  return (
    <Section title="Signed-in devices" text="Sign out devices you no longer use. They lose access immediately.">
      {sessions.isError && !items && (
        <SectionPart>
          <ErrorState
            compact
            error={sessions.error}
            fallback="Failed to load your devices"
            onRetry={() => void sessions.refetch()}
          />
        </SectionPart>
      )}
      {sessions.isPending && (
        <SectionPart>
          <RowSkeletons rows={2} />
        </SectionPart>
      )}
      {items?.map((session) => (
        <Device key={session.id} session={session} onEnded={() => void sessions.refetch()} />
      ))}
      {items && items.length > 1 && (
        <SectionPart>
          <Button variant="default" onClick={() => void signOutOthers()}>
            Sign out others
          </Button>
        </SectionPart>
      )}
    </Section>
  )
}

function Device({ session, onEnded }: { session: AccountSession; onEnded: () => void }) {
  const { id, user_agent, created_at, refreshed_at, is_current } = session
  const end = useCommand(endSession)
  const name = deviceName(user_agent)
  const signOut = async () => {
    try {
      await end.run({ session_id: id })
      toastDone(`${name} was signed out`)
    } catch (error) {
      toastFailed(error, `${name} couldn’t be signed out`)
    }
    onEnded()
  }
  return (
    <SectionRow
      icon={<IconDevices size={20} stroke={1.6} />}
      title={name}
      badge={is_current && <StatusBadge tone="green">This device</StatusBadge>}
      text={
        <>
          Signed in <Moment at={created_at} />
          {!is_current && (
            <>
              , last used <Moment at={refreshed_at} />
            </>
          )}
        </>
      }
      action={
        !is_current && (
          <Button variant="default" loading={end.pending} onClick={() => void signOut()}>
            Sign out
          </Button>
        )
      }
    />
  )
}
