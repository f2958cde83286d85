// What the launcher builds, and whether that is up to date. Like launch.mjs, plain JavaScript for any Node from 18 on.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** From which folders each build is made and by which program. `entry` exists once it is complete. */
export const builds = [
  {
    title: 'web app',
    entry: 'build/web/index.html',
    stamp: 'build/web.stamp',
    sources: ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'],
    command: ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
  },
  {
    title: 'server',
    entry: 'build/server/main.js',
    stamp: 'build/server.stamp',
    sources: ['server', 'ledger', 'contract', 'package-lock.json', 'tools/build-server.ts'],
    command: ['tools/build-server.ts'],
  },
]

/**
 * Whether a build was made from the current sources: their sizes and times are the same as then, or at least their
 * contents, as after a checkout. Reading all of them would cost every start a tenth of a second.
 */
export function isBuilt({ entry, stamp, sources }) {
  const [contents, times] = readIfThere(stamp).split('\n')
  if (!existsSync(entry)) return false
  const files = sources.flatMap(filesOf)
  const timesNow = digestOfTimes(files)
  if (times === timesNow) return true
  if (contents !== digestOfContents(files)) return false
  try {
    writeFileSync(stamp, `${contents}\n${timesNow}`)
  } catch {
    // In a read-only folder, each start reads the sources.
  }
  return true
}

/**
 * To be called before a build, so that one cut short isn't taken for complete, nor one whose sources changed meanwhile
 * for up to date. The returned function records that it is complete.
 */
export function beginBuild({ stamp, sources }) {
  rmSync(stamp, { force: true })
  const files = sources.flatMap(filesOf)
  const made = `${digestOfContents(files)}\n${digestOfTimes(files)}`
  return () => writeFileSync(stamp, made)
}

/** A digest of files and words, each set apart by its length so that no two lists give the same digest. */
export function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** The file's text; empty if there is none. */
export function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function digestOfContents(files) {
  return digest(files.flatMap((path) => [path, readFileSync(path)]))
}

function digestOfTimes(files) {
  return digest(
    files.flatMap((path) => {
      const { size, mtimeMs } = statSync(path)
      return [path, `${size} ${mtimeMs}`]
    }),
  )
}

/** A file itself, or all files of a folder and of those below it, in a fixed order. */
function filesOf(path) {
  return statSync(path).isDirectory() ? filesBelow(path) : [path]
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
}
