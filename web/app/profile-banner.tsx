import { readMe } from '../../contract/me.ts'
import { messageOf, useRead } from '../kit/api.ts'
import { useConnection } from '../kit/connection.ts'
import { Banner } from './banner.tsx'
import classes from './connection-banner.module.css'
import { useLostOrganization } from './lost-organization.ts'

const askAgainEveryMs = 5_000

/** The banner for signed-in people: their profile is loaded when the app starts, and nothing works without it. */
export function ProfileBanner() {
  const connection = useConnection()
  const { error, refetch } = useRead(readMe, {}, { retryFailedEveryMs: askAgainEveryMs })
  const { isLost } = useLostOrganization()
  // Without a connection the other banner is enough; a lost organization is left immediately.
  if (!error || connection !== 'up' || isLost) return null
  return (
    <div role="alert">
      <Banner onRetry={refetch}>
        Your profile couldn’t be loaded. <span className={classes['more']}>{messageOf(error)}</span>
      </Banner>
    </div>
  )
}
