import { randomBytes } from 'node:crypto'
import { fileAddress } from '../../contract/file-addresses.ts'
import { uploadFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { implementPrepared, type Actor, type Implementation } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { keyOf } from './keys.ts'
import { readPicture } from './pictures.ts'
import type { Storage } from './storage.ts'

/**
 * Stores a picture under a name of 256 random bits; the sender's own name is ignored. Refuses unreadable_file, busy,
 * too_many_requests (unused uploads), storage_full. The row and the bytes exist together: the bytes are written and
 * synced before the commit, and without a row nothing is readable.
 */
export function uploadFileCommand(storage: Storage): Implementation {
  return implementPrepared(uploadFile, {
    prepare: async (actor, { folder, file }) => {
      const picture = await readPicture(actor.org_id, file)
      const name = `${randomBytes(32).toString('base64url')}.webp`
      return { ...picture, id: newId(), address: fileAddress(folder, actor.org_id, name) }
    },
    run: async (tx, actor, _input, { bytes, small, ...picture }) => {
      await refuseTooManyUnused(tx, actor)
      const file = { ...picture, content_type: 'image/webp' as const, size_bytes: bytes.length }
      await tx.run(sql`
        insert into files (org_id, id, user_id, address, content_type, size_bytes, width, height)
        values (${actor.org_id}, ${file.id}, ${actor.user_id}, ${file.address}, ${file.content_type}, ${file.size_bytes},
          ${file.width}, ${file.height})`)
      await storage.put(keyOf(file.address), bytes)
      await storage.put(keyOf(file.address, 'small'), small)
      return file
    },
  })
}

/** Pictures are uploaded to be used: hundreds of unused ones only fill the disk. */
async function refuseTooManyUnused(tx: Tx, actor: Actor): Promise<void> {
  const { unused } = await tx.one(sql<{ unused: number }>`
    select count(*) as unused from files where org_id = ${actor.org_id} and unused_since is not null`)
  if (unused >= limits.filesUnused) {
    refuse('too_many_requests', { unused }, 'You’ve uploaded too many images without using them. Try again tomorrow.')
  }
}
