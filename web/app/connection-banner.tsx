import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { readMe } from '../../contract/members.ts'
import { messageOf, useRead } from '../kit/api.ts'
import { askNow, useConnection } from '../kit/connection.ts'
import classes from './connection-banner.module.css'
import { useLostOrganization } from './lost-organization.ts'

const askAgainEveryMs = 5_000

/**
 * Says that the server or its database is gone, and goes away by itself when they answer again. `over`: lies over a
 * screen that has no frame.
 */
export function ConnectionBanner({ over = false }: Readonly<{ over?: boolean }>) {
  const connection = useConnection()
  return (
    <div role="status" aria-live="polite" data-over={over || undefined} className={classes['frame']}>
      {connection === 'offline' && (
        <Banner onRetry={askNow}>
          You’re offline. <span className={classes['more']}>Reconnecting… Your changes are safe.</span>
        </Banner>
      )}
      {connection === 'down' && (
        <Banner onRetry={askNow}>
          Unable to connect to the database. Please check your internet connection and try again.{' '}
          <span className={classes['more']}>Trying again until it answers; nothing you typed is lost.</span>
        </Banner>
      )}
    </div>
  )
}

/** The same for the test of the signed-in: their profile is read when the app starts, and nothing works without it. */
export function ProfileBanner() {
  const connection = useConnection()
  const { error, refetch } = useRead(readMe, {}, { retryFailedEveryMs: askAgainEveryMs })
  const { isLost } = useLostOrganization()
  // Without a connection the other banner says what matters; a lost organisation is left at once.
  if (!error || connection !== 'up' || isLost) return null
  return (
    <div role="alert">
      <Banner onRetry={refetch}>
        Your profile could not be read. <span className={classes['more']}>{messageOf(error)}</span>
      </Banner>
    </div>
  )
}

function Banner({ onRetry, children }: { onRetry: () => Promise<unknown>; children: React.ReactNode }) {
  const [asking, setAsking] = useState(false)
  const retry = async () => {
    setAsking(true)
    await onRetry().finally(() => setAsking(false))
  }
  return (
    <div className={classes['root']}>
      <Loader size={14} color="currentColor" aria-hidden />
      <span className={classes['text']}>{children}</span>
      <Button
        size="compact-sm"
        variant="default"
        className={classes['retry'] ?? ''}
        aria-disabled={asking}
        onClick={() => void retry()}
      >
        Try again
      </Button>
    </div>
  )
}
