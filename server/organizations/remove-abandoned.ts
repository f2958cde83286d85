import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'

/** Rows that one transaction removes: a few seconds' work. */
const rowsAtOnce = 20_000

/**
 * Removes organizations that have had no member for 30 days, with their files, until none is left or the server stops:
 * a part of one in each transaction, so a large one isn't begun again from the start. One that can't be removed now is
 * logged and continued at the next run. Returns how many it removed.
 */
export async function removeAbandonedOrganizations(
  db: Database,
  removeFiles: (org_id: string) => Promise<void>,
  log: Log,
  isOver: () => boolean = () => false,
  atOnce = rowsAtOnce,
): Promise<number> {
  const abandoned = await db.transaction(null, (tx) =>
    tx.all(sql<{ org_id: string }>`select org_id from app.abandoned_organizations() as org_id`),
  )
  let removed = 0
  for (const { org_id } of abandoned) {
    if (isOver()) break
    try {
      const removePart = () =>
        db.transaction(
          { org_id, user_id: null },
          async (tx) => {
            const { more } = await tx.one(sql<{ more: boolean }>`
              select app.remove_abandoned_organization(${org_id}, ${atOnce}) as more`)
            // Files before the last commit: a crash leaves an organization without files, which the next run finds.
            if (!more) await removeFiles(org_id)
            return more
          },
          { statementTimeoutMs: limits.importSeconds * 1_000 },
        )
      let more = true
      while (more && !isOver()) more = await removePart()
      if (more) break
      removed += 1
      log.info({ event: 'organization_removed', org_id }, 'an organization without members was removed')
    } catch (error) {
      log.warn({ err: error, org_id }, 'an organization without members could not be removed; trying again in an hour')
    }
  }
  return removed
}
