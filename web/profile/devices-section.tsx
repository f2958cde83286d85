import { Button } from '@mantine/core'
import { listSessions } from '../../contract/account.ts'
import { useEffect, useState } from 'react'
import { failureText } from '../auth/auth-texts.ts'
import { endReplacedSession } from '../auth/replaced-session.ts'
import { useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Section, SectionPart } from '../kit/section.tsx'
import { auth } from '../kit/session.ts'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Device } from './device.tsx'

/** The person's sessions, and how to end them, one by one or all but this one. */
export function DevicesSection() {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    // If that fails, the list still has the replaced session, which can be ended there.
    const ready = () => setReady(true)
    endReplacedSession().then(ready, ready)
  }, [])
  const sessions = useRead(listSessions, {}, { enabled: isReady })
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
