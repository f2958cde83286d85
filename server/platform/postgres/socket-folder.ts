import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { ServerUser } from './server-user.ts'

/** A short name that is the same for the same folder at every start. */
export function shortHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12)
}

/**
 * Creates the folder of the server's socket: short, because a socket's path is at most 107 bytes; separate from the
 * data folder; 0700, because anyone who reaches the socket is let in. The same name at every start, unless another user
 * owns that name in the shared /tmp: then a new one.
 */
export function makeSocketFolder(cluster: string, user: ServerUser | null): string {
  const wanted = `/tmp/onhand-${shortHash(cluster)}`
  const owner = user?.uid ?? process.getuid?.()
  const there = lstatSync(wanted, { throwIfNoEntry: false })
  const ours = there?.isDirectory() && there.uid === owner && (there.mode & 0o077) === 0
  if (there && !ours) return handTo(mkdtempSync('/tmp/onhand-'), user)
  // A killed server's socket and lock file would stop the next one if its process number is in use again.
  rmSync(wanted, { recursive: true, force: true })
  mkdirSync(wanted, { mode: 0o700 })
  return handTo(wanted, user)
}

function handTo(folder: string, user: ServerUser | null): string {
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}
