import { pictureFolders } from '../../contract/file-addresses.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { sql } from '../platform/sql.ts'
import { folderOf } from './keys.ts'
import type { Storage } from './storage.ts'

type Payload = { removed_org_id: string }

/** Queues the pictures of an organization that this transaction removes, to be deleted after its commit. */
export async function leaveFilesToRemove(tx: Tx, actor: Actor, removed_org_id: string): Promise<void> {
  const payload: Payload = { removed_org_id }
  await tx.run(sql`
    insert into outbox (org_id, kind, payload) values (${actor.org_id}, 'removed_organization', ${JSON.stringify(payload)}::jsonb)`)
}

/** Removes all pictures of an organization. */
export function filesRemover(storage: Storage): (org_id: string) => Promise<void> {
  return async (org_id) => {
    for (const folder of pictureFolders) await storage.removeFolder(folderOf(folder, org_id))
  }
}

/** Removes the pictures of an organization that no longer exists. Throws, removing nothing, if it does. */
export function removedOrganizationHandler(storage: Storage): OutboxHandler {
  return async (tx, org_id, { removed_org_id }: Payload) => {
    await tx.set('app.org_id', removed_org_id)
    const { exists } = await tx.one(sql<{ exists: boolean }>`
      select exists (select from organizations where org_id = ${removed_org_id}) as exists`)
    await tx.set('app.org_id', org_id)
    if (exists) throw new Error('the files of an organization that exists are not removed')
    await filesRemover(storage)(removed_org_id)
    return []
  }
}
