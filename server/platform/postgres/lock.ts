import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFile } from './create-file.ts'
import { findProcess } from './find-processes.ts'
import { sharesMachine, sharesProcesses, type System, thisSystem } from './system.ts'

type LockLog = Readonly<Record<'info' | 'error', (line: string) => void>>

/** Long enough for two starts that found the same dead owner to see each other's claim. */
const settleMs = 50
/** How often the owner rewrites its lock. */
const heartbeatMs = 2_000
/** How long the lock of an owner that we can't look for is watched: ten of its heartbeats. */
const watchedMs = 20_000

/**
 * The process that holds the folder, and how often it has rewritten its lock. `id` is missing in locks of earlier
 * versions.
 */
type Owner = { pid: number; started: string; id?: string; beats?: number } & System

export type DataFolderLock = {
  release(): void
  /** False once another Onhand has taken the folder over, because this one seemed to have ended. */
  isOurs(): boolean
  /** The other computer whose Onhand held the folder and didn't release it: its PostgreSQL may still be running. */
  abandonedBy: string | null
}

type LockOptions = {
  log: LockLog
  /** Called once if another Onhand takes the folder over. Nothing in it may be written afterwards. */
  onLost?: () => void
  watchMs?: number
}

/**
 * Takes the data folder for this process, or refuses if another Onhand runs on it. The lock names a process, its start
 * time and its system, so a killed process's lock is known to be stale even if its number is reused. Processes of
 * another container or computer can't be seen: their lock is stale if its content doesn't change for 20 seconds. No
 * clock or file time is compared, because those of two computers differ, and network file systems cache file times.
 */
export async function lockDataFolder(
  dataFolder: string,
  { log, onLost = () => {}, watchMs = watchedMs }: LockOptions,
): Promise<DataFolderLock> {
  const path = join(dataFolder, 'onhand.lock')
  const started = findProcess(process.pid)?.started ?? ''
  const own: Owner = { pid: process.pid, started, id: randomUUID(), beats: 0, ...thisSystem() }
  let last: Owner | null = null
  if (!(await createFile(path, JSON.stringify(own)))) {
    const found = read(path)
    last = ownerIn(found)
    await refuseWhileHeld(dataFolder, path, last, watchMs, log)
    const now = read(path)
    if (now === null) last = null
    else if (now !== found) throw startedMeanwhile(dataFolder)
    const claim = `${path}.${own.id}`
    writeFileSync(claim, JSON.stringify(own), { mode: 0o600 })
    renameSync(claim, path)
    // Another computer sees our claim, and we its claim, as late as the network file system allows.
    await sleep(last && !isOfThisSystem(last) ? Math.min(watchMs, heartbeatMs) : settleMs)
    if (!isOwnedBy(path, own)) throw startedMeanwhile(dataFolder)
  }
  const abandonedBy = last && !sharesMachine(last, thisSystem()) ? last.host : null
  return { ...keep(path, own, log, onLost), abandonedBy }
}

const startedMeanwhile = (dataFolder: string) =>
  new Error(`Another Onhand started with ${dataFolder} at the same moment.`)

/** Rewrites the lock regularly, until another Onhand holds it. */
function keep(path: string, own: Owner, log: LockLog, onLost: () => void): Pick<DataFolderLock, 'release' | 'isOurs'> {
  let beats = 0
  const heartbeat = setInterval(() => {
    try {
      if (rewrite(path, own, ++beats)) return
    } catch (error) {
      return log.error(`${path} could not be updated: ${(error as Error).message}`)
    }
    clearInterval(heartbeat)
    log.error(`${path} is no longer ours: another Onhand has taken the folder over, or someone deleted the file.`)
    onLost()
  }, heartbeatMs)
  heartbeat.unref()
  return {
    isOurs: () => isOwnedBy(path, own),
    release() {
      clearInterval(heartbeat)
      if (isOwnedBy(path, own)) rmSync(path)
    },
  }
}

/**
 * Returns false, and writes nothing, if the lock isn't ours. The file is opened and closed each time: that is when
 * network file systems fetch what others wrote and send what we did. A start that takes over puts a new file in its
 * place, so what is written is the file that was read. A missing lock is lost too: someone may have held and released
 * it while this computer was asleep.
 */
function rewrite(path: string, own: Owner, beats: number): boolean {
  const file = openIfPresent(path, 'r+')
  if (file === null) return false
  try {
    if (ownerIn(readFileSync(file, 'utf8'))?.id !== own.id) return false
    writeSync(file, JSON.stringify({ ...own, beats }), 0)
    return true
  } finally {
    closeSync(file)
  }
}

async function refuseWhileHeld(
  dataFolder: string,
  path: string,
  owner: Owner | null,
  watchMs: number,
  log: LockLog,
): Promise<void> {
  if (!owner) return
  if (isOfThisSystem(owner)) {
    if (!isAlive(owner)) return
    throw new Error(
      `Onhand is already running on ${dataFolder} (process ${owner.pid}). ` +
        'Stop it first, or give this one another folder with ONHAND_DATA.',
    )
  }
  log.info(
    `${path} belongs to another container or computer, or to this one before it was restarted (host ${owner.host}). ` +
      `Waiting ${watchMs / 1_000} s to see whether Onhand is still running there.`,
  )
  if (await isRewritten(path, watchMs))
    throw new Error(
      `Onhand is already running on ${dataFolder} in another container or on another computer ` +
        `(host ${owner.host}, process ${owner.pid}). Stop it first, or give this one another folder with ONHAND_DATA.`,
    )
}

/**
 * Whether the lock changes within this time. A look that took long says nothing about the owner, because the disk or
 * this computer stood still: the time begins again.
 */
async function isRewritten(path: string, watchMs: number): Promise<boolean> {
  const before = read(path)
  let since = performance.now()
  for (let last = since; last - since < watchMs;) {
    await sleep(Math.min(heartbeatMs, watchMs) / 10)
    const now = read(path)
    if (now !== before) return now !== null
    if (performance.now() - last > heartbeatMs) since = performance.now()
    last = performance.now()
  }
  return false
}

/** Whether an Onhand of this system runs on the folder now. Throws if one of another container or computer does. */
export async function isHeld(dataFolder: string, watchMs = watchedMs): Promise<boolean> {
  const path = join(dataFolder, 'onhand.lock')
  const owner = ownerIn(read(path))
  if (!owner) return false
  if (isOfThisSystem(owner)) return isAlive(owner)
  if (!(await isRewritten(path, watchMs))) return false
  throw new Error(
    `Onhand runs on ${dataFolder} in another container or on another computer (host ${owner.host}). Use this command there.`,
  )
}

/** Whether a dead process of this system held the folder to its end: no one holds it, and no one released it. */
export function wasAbandoned(dataFolder: string): boolean {
  const owner = ownerIn(read(join(dataFolder, 'onhand.lock')))
  return owner !== null && isOfThisSystem(owner) && !isAlive(owner)
}

/** The content of the lock; null if there is none. */
function read(path: string): string | null {
  const file = openIfPresent(path, 'r')
  if (file === null) return null
  try {
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function openIfPresent(path: string, flags: 'r' | 'r+'): number | null {
  try {
    return openSync(path, flags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The owner that a lock names; null for one that names none, because it was truncated by a full disk. */
function ownerIn(content: string | null): Owner | null {
  try {
    // Earlier versions of Onhand named no system: they ran on this one.
    return content === null ? null : { ...thisSystem(), ...(JSON.parse(content) as Owner) }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isOwnedBy = (path: string, own: Owner) => ownerIn(read(path))?.id === own.id

function isOfThisSystem(owner: Owner): boolean {
  return sharesProcesses(owner, thisSystem())
}

function isAlive(owner: Owner): boolean {
  return findProcess(owner.pid)?.started === owner.started
}
