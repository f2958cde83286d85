import { randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a file, readable by the server's user only, unless it exists. It gets its name once its content is on disk,
 * so no one ever reads a part of it, not even after a power cut. Returns whether it was created here.
 */
export async function createFile(path: string, content: string): Promise<boolean> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle
      .writeFile(content)
      .then(() => handle.sync())
      .finally(() => handle.close())
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(unfinished)
  }
  await synced(dirname(path))
  return true
}

/** A file or folder is on disk when this resolves. */
export async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
