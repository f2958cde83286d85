import type { Noun } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import { everyHour, type Hourly } from '../platform/hourly.ts'
import type { Log } from '../platform/log.ts'
import { checkLedgers } from './check-ledgers.ts'

const dayMs = limits.ledgerCheckEveryHours * 3_600_000

/**
 * Has every ledger checked some minutes after the start (a backup may have been restored, a disk may have lost
 * something), and then once a day. It looks every hour for those that are due: new organizations, and what another look
 * did not come to.
 */
export function watchLedgers(
  db: Database,
  log: Log,
  publish: (org_id: string, nouns: readonly Noun[]) => void,
): Hourly {
  const start = performance.now()
  return everyHour(
    (signal) => {
      // What was checked since the start is left until tomorrow. By a clock that is never set.
      const withinMs = Math.min(dayMs, performance.now() - start)
      const tell = ({ org_id }: { org_id: string | null }) => org_id !== null && publish(org_id, ['ledger-checks'])
      return checkLedgers(db, log, { withinMs, signal, tell })
    },
    log,
    'the ledgers could not be checked',
    limits.ledgerCheckAfterMinutes * 60_000,
  )
}
