import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Disk } from 'flydrive'
import { Refusal } from '../platform/refusal.ts'

/** Stores the bytes of files, by key (`inventory/product-images/…`). Keys are ours: they contain no user input. */
export type Storage = Readonly<{
  /** Writes all of it, synced to disk, or refuses storage_full and leaves nothing behind. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null if there are none under this key. */
  read(key: string): Promise<Buffer | null>
  /** Removes it; a missing one counts as removed. */
  remove(key: string): Promise<void>
  /** Removes all files below it; none counts as removed. */
  removeFolder(key: string): Promise<void>
}>

/** Files in a folder on this machine, readable by the server's account only. */
export function diskStorage(folder: string): Storage {
  let opened: Promise<Disk> | undefined
  const opening = () => (opened ??= openDisk(folder))
  return {
    async put(key, bytes) {
      const disk = await opening()
      try {
        await disk.put(key, bytes)
        await syncFile(join(folder, key))
      } catch (error) {
        await disk.delete(key)
        if (isFull(error)) throw new Refusal('storage_full')
        throw error
      }
    },
    async read(key) {
      try {
        return await buffer(await (await opening()).getStream(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: async (key) => (await opening()).delete(key),
    removeFolder: async (key) => (await opening()).deleteAll(key),
  }
}

/** Loads the library, which a server without files doesn't need. */
async function openDisk(folder: string): Promise<Disk> {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')])
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

/** Waits until the bytes are on disk, because the row that names them is. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The disk or the account's quota is full; flydrive wraps the system's error. */
function isFull(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || (cause !== undefined && isFull(cause))
}
