import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { type AccountSession, endSession } from '../../contract/account.ts'
import { useCommand } from '../kit/api.ts'
import { SectionRow } from '../kit/section-row.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { deviceName } from './device-name.ts'

/** A session of the reader, with a button to end it. */
export function Device({ session, onEnded }: { session: AccountSession; onEnded: () => void }) {
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
