import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

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
 * Writes a new key, readable by the server's user only, and returns the file's content. It gets its name once it is on
 * disk, and only if no other server was faster: both then use the same one.
 */
export async function makeKeyFile(dataDir: string): Promise<Uint8Array> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, secretKeyFile)
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished)
  }
  const folder = await open(dataDir, 'r')
  await folder.sync().finally(() => folder.close())
  const kept = await readKeyFile(dataDir)
  if (!kept) throw new Error(`${file} was removed while it was being created`)
  return kept
}
