import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { shortHash } from './postgres/socket-folder.ts'
import { canReach, serverUser } from './postgres/server-user.ts'

/**
 * Makes the folder that holds everything Onhand keeps (database, secrets, files) and answers its absolute path.
 *
 * It is the wanted folder, except when we are root and it lies where the account that PostgreSQL runs as cannot go
 * (below a home folder with mode 0700, say): then it is `/var/lib/onhand/<hash of the wanted path>`, at every later
 * start too. Print it, so that people know where their data is.
 */
export function dataFolder(wanted: string): string {
  const folder = resolve(wanted)
  const user = serverUser(join(folder, 'postgres'))
  if (!user) return makeFolder(folder, 0o700)
  const instead = join('/var/lib/onhand', shortHash(folder))
  // Data that went there once is found again, also when the wanted folder can be reached by now.
  const isInstead = existsSync(join(instead, 'postgres')) && !existsSync(join(folder, 'postgres'))
  // Passed through by PostgreSQL's account, but not listed: secrets inside are 0600, and its own folder is 0700.
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

/** An empty folder is made ready like a new one; one with something in it keeps the rights that someone gave it. */
function makeFolder(folder: string, mode: number): string {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  mkdirSync(folder, { recursive: true, mode })
  if (readdirSync(folder).length === 0) chmodSync(folder, mode)
  return realpathSync(folder)
}
