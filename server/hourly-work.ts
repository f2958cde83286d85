import { limits } from '../contract/limits.ts'
import { fillTrail } from './audit-trail/fill-trail.ts'
import { announceSeals } from './audit-trail/announce-seals.ts'
import type { SealTarget } from './audit-trail/seal-targets.ts'
import { sealTrails } from './audit-trail/watch-trails.ts'
import { filesRemover } from './files/remove-organization-files.ts'
import { removeUnusedFiles } from './files/remove-unused.ts'
import type { Storage } from './files/storage.ts'
import type { SigningKeys } from './identity/signing-keys.ts'
import { watchLedgers } from './ledger-checks/watch-ledgers.ts'
import { queueMissingLocationSets } from './members/location-sets-handler.ts'
import { sendDigests } from './notifications/send-digests.ts'
import { removeAbandonedOrganizations } from './organizations/remove-abandoned.ts'
import type { Database } from './platform/db.ts'
import type { Events } from './platform/events.ts'
import { forgetExpired } from './platform/forget-expired.ts'
import { everyHour } from './platform/hourly.ts'
import type { Groups } from './platform/groups.ts'
import type { Log } from './platform/log.ts'
import { remindOfPayments } from './purchase-orders/remind-of-payments.ts'
import { queueExpiredReservations } from './stock/release-expired.ts'

/** Time zones start their hours at every quarter of ours. */
const digestLookMs = 5 * 60_000

type HourlyServices = Readonly<{
  db: Database
  storage: Storage
  keys: SigningKeys
  /** Where seals of the audit trail are sent besides the log. */
  seals: readonly SealTarget[]
  log: Log
  canMail: boolean
  publish: Events['publish']
  /** Undefined if each command runs alone. */
  groups: Groups | undefined
}>

/**
 * Starts recurring work in every server process: expired data and reservations, due payments, ledger checks, seals,
 * daily summaries.
 */
export function startHourlyWork({ db, storage, keys, seals, log, canMail, publish, groups }: HourlyServices) {
  const works = [
    everyHour(
      (signal) => removeUnusedFiles(db, storage, log, { isOver: () => signal.aborted }),
      log,
      'unused files could not be removed',
    ),
    everyHour((signal) => forgetExpired(db, () => signal.aborted), log, 'expired data could not be deleted'),
    everyHour(
      (signal) => removeAbandonedOrganizations(db, filesRemover(storage), log, () => signal.aborted),
      log,
      'organizations without members could not be removed',
    ),
    everyHour(
      (signal) => queueExpiredReservations(db, () => signal.aborted),
      log,
      'expired reservations could not be released',
    ),
    everyHour(() => queueMissingLocationSets(db), log, 'sums of locations could not be queued'),
    everyHour(
      (signal) => remindOfPayments(db, { isOver: () => signal.aborted }),
      log,
      'reminders of payments could not be queued',
    ),
    ...(canMail
      ? [
          everyHour(
            (signal) => sendDigests(db, () => signal.aborted),
            log,
            'daily summaries could not be queued',
            digestLookMs,
            digestLookMs,
          ),
        ]
      : []),
    watchLedgers(db, log, publish),
    everyHour(async () => logGroups(log, groups), log, 'grouped commands could not be counted'),
    everyHour(
      async (signal) => {
        await fillTrail(db, () => signal.aborted)
        await sealTrails({ db, keys, log, signal })
      },
      log,
      'audit trails could not be sealed',
      limits.auditSealAfterMinutes * 60_000,
    ),
    // Apart from sealing, which a target that hangs must not delay.
    everyHour(
      (signal) => announceSeals({ db, log, targets: seals, signal }),
      log,
      'audit trail seals could not be sent',
      (limits.auditSealAfterMinutes + 1) * 60_000,
    ),
  ]
  return {
    close: async (): Promise<void> => {
      await Promise.all(works.map((work) => work.close()))
    },
  }
}

/** How many commands ran in groups since the start, how long they waited for it, and how often it failed. */
function logGroups(log: Log, groups: Groups | undefined): void {
  const counts = groups?.counts()
  if (counts && counts.commands > 0) log.info(counts, 'commands that ran in groups')
}
