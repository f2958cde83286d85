import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The system account that PostgreSQL runs as. */
export type ServerUser = { uid: number; gid: number; name: string }

/**
 * Returns the user to run PostgreSQL as, or null if it can run as ourselves. PostgreSQL refuses to run as root, so root
 * uses the existing owner of the cluster, else `postgres`, else the unprivileged system account. Refuses a cluster that
 * belongs to another account if we are an ordinary user, and one that belongs to root.
 */
export function serverUser(clusterFolder: string): ServerUser | null {
  const owner = lstatSync(clusterFolder, { throwIfNoEntry: false })
  const ourselves = process.getuid?.()
  if (ourselves !== 0) {
    if (!owner || owner.uid === ourselves) return null
    throw new Error(
      `The database in ${clusterFolder} belongs to another account (user ${owner.uid}). ` +
        'Start Onhand as the account that created it (root, if that was root), or choose another folder with ONHAND_DATA.',
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` }
  const user = passwdEntry('postgres') ?? passwdEntry('nobody')
  if (!user) {
    throw new Error(
      'PostgreSQL must not run as root, and there is neither a "postgres" nor a "nobody" account to run it as. ' +
        'Start Onhand as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
  // A cluster is never created as root's: it was copied without its owners, and PostgreSQL couldn't read any of it.
  if (existsSync(join(clusterFolder, 'PG_VERSION'))) {
    throw new Error(
      `The database in ${clusterFolder} belongs to root, but PostgreSQL must not run as root: it was copied without its owners. ` +
        `Run "chown --recursive ${user.name} ${clusterFolder}", or copy it again with its owners (cp --archive).`,
    )
  }
  return user
}

function passwdEntry(name: string): ServerUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const fields = line?.split(':')
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]), name } : null
}

/** Whether this user can enter the folder: the system decides, so that access lists and mounts count too. */
export function canReach(user: ServerUser, folder: string): boolean {
  return spawnSync('test', ['-x', folder], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0
}
