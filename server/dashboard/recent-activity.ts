import type { Activity } from '../../contract/dashboard.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { changedRecords } from './changed-lines.ts'
import { importLines } from './import-lines.ts'
import { postingLines } from './posting-lines.ts'

/** Returns the newest activity: changed records, imports and postings, each step as one line. */
export async function recentActivity(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  const lists = await Promise.all([
    changedRecords(tx, actor, limit),
    // An import reports how many units it added, wherever they went.
    actor.location_ids ? [] : importLines(tx, actor, limit),
    postingLines(tx, actor, limit),
  ])
  return lists
    .flat()
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, limit)
}
