import { Loader } from '@mantine/core'
import { useConnection } from '../kit/connection.ts'
import classes from './connection-banner.module.css'

/** Says that the server or its database is gone, and goes away by itself when they answer again. */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status" aria-live="polite">
      {connection === 'down' && (
        <div className={classes['root']}>
          <Loader size={14} color="currentColor" />
          <span>
            Unable to connect to the database. Please check your internet connection and try again.{' '}
            <span className={classes['more']}>Trying again until it answers; nothing you typed is lost.</span>
          </span>
        </div>
      )}
    </div>
  )
}
