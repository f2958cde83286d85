import { askNow, useConnection } from '../kit/connection.ts'
import { Banner } from './banner.tsx'
import classes from './connection-banner.module.css'

/**
 * Shows that the server or its database is unreachable, and disappears once they respond. `over`: covers a
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
          <span className={classes['more']}>Reconnecting… Your changes are safe.</span>
        </Banner>
      )}
    </div>
  )
}
