import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from './postgres/make-folders.ts'
import { createFile } from './postgres/create-file.ts'

/** The key's file in the data folder, if the environment names none. Our backups don't copy it. */
export const secretKeyFile = 'secret-key'

/** The error for sealed secrets without their key. */
export function keyMissing(dataDir: string): string {
  return (
    `The secrets in this database were encrypted with another key. Set ONHAND_SECRET_KEY to it, or put the file "${secretKeyFile}" of the ` +
    `server that wrote them into ${dataDir} (docs/operations/secrets.md).`
  )
}

/** The keys in the data folder; null without a file. */
export async function readKeyFile(dataDir: string): Promise<Uint8Array | null> {
  const file = join(dataDir, secretKeyFile)
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes a new key, readable by the server's user only, and returns the file's content. If another server was faster,
 * both use the same one.
 */
export async function makeKeyFile(dataDir: string): Promise<Uint8Array> {
  makeFolders(dataDir, 0o700)
  const file = join(dataDir, secretKeyFile)
  await createFile(file, `${randomBytes(32).toString('base64url')}\n`)
  const kept = await readKeyFile(dataDir)
  if (!kept) throw new Error(`${file} was removed while it was being created`)
  return kept
}
