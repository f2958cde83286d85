import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import { keyOf } from './keys.ts'
import type { Storage } from './storage.ts'

type FileId = { org_id: string; id: string }
type UnusedFile = FileId & { unused_since: string }

const filesAtOnce = 100

/**
 * One run over all unused files, longest unused first, until it is aborted: returns how many files it removed. Files
 * that can't be removed now are left for the next run.
 */
export async function removeUnusedFiles(
  db: Database,
  storage: Storage,
  log: Log,
  { batch = filesAtOnce, isOver = () => false }: { batch?: number; isOver?: () => boolean } = {},
): Promise<number> {
  let removed = 0
  let last: UnusedFile | undefined
  do {
    const unused = await unusedFiles(db, batch, last)
    for (const file of unused) if (await removeFile(db, storage, log, file)) removed++
    last = unused.at(-1)
    if (unused.length < batch) return removed
  } while (!isOver())
  return removed
}

/** The next unused files after this one. The time is text, because JavaScript's has no microseconds. */
function unusedFiles(db: Database, batch: number, last?: UnusedFile): Promise<UnusedFile[]> {
  return db.transaction(null, (tx) =>
    tx.all(sql<UnusedFile>`
      select org_id, id, unused_since::text as unused_since
      from app.unused_files(clock_timestamp() - make_interval(hours => ${limits.fileKeptUnusedHours}), ${batch},
        ${last?.unused_since ?? null}::timestamptz, ${last?.id ?? null}::uuid)`),
  )
}

/**
 * Deletes row and bytes, the bytes before the commit: a crash leaves a row without bytes, which the next run finds
 * again. If something still refers to a file, the foreign key of that reference prevents the deletion.
 */
async function removeFile(db: Database, storage: Storage, log: Log, { org_id, id }: FileId): Promise<boolean> {
  const scope = { org_id, user_id: null }
  try {
    return await db.transaction(scope, async (tx) => {
      const gone = await tx.maybe(sql<{ address: string }>`
        delete from files where org_id = ${org_id} and id = ${id} and unused_since is not null returning address`)
      if (!gone) return false
      await storage.remove(keyOf(gone.address))
      await storage.remove(keyOf(gone.address, 'small'))
      return true
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23503') await stillUsed(db, { org_id, id })
    else log.warn({ err: error, org_id, id }, 'an unused file could not be removed; trying again in an hour')
    return false
  }
}

async function stillUsed(db: Database, { org_id, id }: FileId): Promise<void> {
  await db.transaction({ org_id, user_id: null }, (tx) =>
    tx.run(sql`update files set unused_since = null where org_id = ${org_id} and id = ${id}`),
  )
}
