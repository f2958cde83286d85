import { chmodSync, existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeFolders } from './postgres/make-folders.ts'
import { shortHash } from './postgres/socket-folder.ts'
import { canReach, serverUser } from './postgres/server-user.ts'

/**
 * Creates the folder that contains everything Onhand stores (database, secrets, files) and returns its absolute path.
 *
 * This is the requested folder, unless we are root and the account that PostgreSQL runs as can't reach it (below a home
 * folder with mode 0700, for example): then it is `/var/lib/onhand/<hash of the requested path>`, also at every later
 * start. Print it, so that people know where their data is.
 */
export function dataFolder(wanted: string): string {
  const folder = resolve(wanted)
  const user = serverUser(join(folder, 'postgres'))
  if (!user) return makeFolder(folder, 0o700)
  const instead = join('/var/lib/onhand', shortHash(folder))
  // Data that was stored there once is found again, even if the requested folder can be reached by now.
  const isInstead = existsSync(join(instead, 'postgres')) && !existsSync(join(folder, 'postgres'))
  // PostgreSQL's account can pass through it but not list it: secrets inside are 0600, and its own folder is 0700.
  if (!isInstead && canReach(user, nearestExisting(dirname(folder)))) {
    const made = makeFolder(folder, 0o711)
    if (canReach(user, made)) return made
  }
  const made = makeFolder(instead, 0o711)
  if (canReach(user, made)) return made
  throw new Error(
    `PostgreSQL (${user.name}) can reach neither ${folder} nor ${instead}. Set ONHAND_DATA to a folder that it can reach.`,
  )
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}

/** An empty folder is prepared like a new one; a folder with content keeps its permissions. */
function makeFolder(folder: string, mode: number): string {
  makeFolders(dirname(folder), 0o755)
  makeFolders(folder, mode)
  if (readdirSync(folder).length === 0) chmodSync(folder, mode)
  return realpathSync(folder)
}
