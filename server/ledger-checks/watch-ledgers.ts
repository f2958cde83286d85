import type { Noun } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import { everyHour, type Hourly } from '../platform/hourly.ts'
import type { Log } from '../platform/log.ts'
import { checkLedgers } from './check-ledgers.ts'

const dayMs = limits.ledgerCheckEveryHours * 3_600_000

/**
 * Checks every ledger some minutes after the start (a backup may have been restored, a disk may have lost data), and
 * then once a day. Every hour it looks for due ones: new organizations, and those that a previous run didn't reach.
 */
export function watchLedgers(
  db: Database,
  log: Log,
  publish: (org_id: string, nouns: readonly Noun[]) => void,
): Hourly {
  const start = performance.now()
  return everyHour(
    (signal) => {
      // Ledgers checked since the start are skipped until tomorrow. By a monotonic clock.
      const withinMs = Math.min(dayMs, performance.now() - start)
      const onChecked = ({ org_id }: { org_id: string | null }) => org_id !== null && publish(org_id, ['ledger-checks'])
      return checkLedgers(db, log, { withinMs, signal, onChecked })
    },
    log,
    'the ledgers could not be checked',
    limits.ledgerCheckAfterMinutes * 60_000,
  )
}
