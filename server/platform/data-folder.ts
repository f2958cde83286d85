import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { shortHash } from './postgres/socket-folder.ts'
import { canReach, serverUser } from './postgres/server-user.ts'

/**
 * Makes the folder that holds everything Onhand keeps (database, secrets, files) and answers its absolute path.
 *
 * It is the wanted folder, except when we are root and it lies where the account that PostgreSQL runs as cannot go (below
 * a home folder with mode 0700, say): then it is `/var/lib/onhand/<hash of the wanted path>`, the same at every start.
 * Print it, so that people know where their data is.
 */
export function dataFolder(wanted: string): string {
  const folder = resolve(wanted)
  const user = serverUser(join(folder, 'postgres'))
  if (!user || canReach(user, nearestExisting(folder))) return makeFolder(folder)
  const instead = join('/var/lib/onhand', shortHash(folder))
  if (!canReach(user, nearestExisting(instead))) {
    throw new Error(
      `PostgreSQL (${user.name}) can reach neither ${folder} nor ${instead}. Set ONHAND_DATA to a folder that it can reach.`,
    )
  }
  return makeFolder(instead)
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}

/** As root the folder may be passed through but not listed by others: PostgreSQL's own folder inside is 0700. */
function makeFolder(folder: string): string {
  const isRoot = process.getuid?.() === 0
  if (isRoot) mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made) chmodSync(folder, isRoot ? 0o711 : 0o700)
  return realpathSync(folder)
}
