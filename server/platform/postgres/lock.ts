import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFile } from './create-file.ts'
import { findProcess } from './find-processes.ts'
import { sharesMachine, sharesProcesses, type System, thisSystem } from './system.ts'

type LockLog = Readonly<Record<'info' | 'error', (line: string) => void>>

/** Long enough for two starts that found the same dead owner to see each other's claim. */
const settleMs = 50
/** How often the owner rewrites its lock, and the age at which the lock of an owner we can't look for is stale. */
const heartbeatMs = 2_000
const staleMs = 10_000

/** The process that holds the folder. */
type Owner = { pid: number; started: string } & System

export type DataFolderLock = {
  release(): void
  /** False once another Onhand has taken the folder over, because this one seemed to have ended. */
  isOurs(): boolean
}

/**
 * Takes the data folder for this process, or refuses if another Onhand runs on it. The lock names a process, its start
 * time and its system, so a killed process's lock is known to be stale even if its number is reused. Processes of
 * another container or computer can't be seen: their lock is stale once it hasn't been rewritten for ten seconds.
 */
export async function lockDataFolder(dataFolder: string, log: LockLog): Promise<DataFolderLock> {
  const path = join(dataFolder, 'onhand.lock')
  const started = findProcess(process.pid)?.started ?? ''
  const own = JSON.stringify({ pid: process.pid, started, ...thisSystem() } satisfies Owner)
  if (!(await createFile(path, own))) {
    await refuseWhileHeld(dataFolder, path, log)
    const claim = claimOf(path)
    writeFileSync(claim, own, { mode: 0o600 })
    renameSync(claim, path)
    await sleep(settleMs)
    if (readFileSync(path, 'utf8') !== own)
      throw new Error(`Another Onhand started with ${dataFolder} at the same moment.`)
  }
  return keep(path, own, log)
}

/** Rewrites the lock regularly: its time is that of the disk, on which the clocks of several computers don't matter. */
function keep(path: string, own: string, log: LockLog): DataFolderLock {
  const file = openSync(path, 'r+')
  const { ino } = fstatSync(file)
  const isOurs = () => statSync(path, { throwIfNoEntry: false })?.ino === ino
  const heartbeat = setInterval(() => {
    try {
      writeSync(file, own, 0)
    } catch (error) {
      log.error(`${path} could not be updated: ${(error as Error).message}`)
    }
  }, heartbeatMs)
  heartbeat.unref()
  return {
    isOurs,
    release() {
      clearInterval(heartbeat)
      closeSync(file)
      if (isOurs()) rmSync(path)
    },
  }
}

async function refuseWhileHeld(dataFolder: string, path: string, log: LockLog): Promise<void> {
  const owner = readOwner(path)
  if (!owner) return
  if (isOfThisSystem(owner)) {
    if (!isAlive(owner)) return
    throw new Error(
      `Onhand is already running on ${dataFolder} (process ${owner.pid}). ` +
        'Stop it first, or give this one another folder with ONHAND_DATA.',
    )
  }
  if (await isRewritten(path, log))
    throw new Error(
      `Onhand is already running on ${dataFolder} in another container or on another computer ` +
        `(host ${owner.host}, process ${owner.pid}). Stop it first, or give this one another folder with ONHAND_DATA.`,
    )
  // After a restart of the machine or the container, PostgreSQL has ended as well. That of another machine may have
  // survived its Onhand, and we couldn't see it.
  if (!sharesMachine(owner, thisSystem()) && existsSync(join(dataFolder, 'postgres/postmaster.pid')))
    throw new Error(
      `${dataFolder} was last used on another computer (host ${owner.host}), where PostgreSQL may still be running. ` +
        `Make sure that it isn't, then delete ${path} and start again.`,
    )
}

/**
 * Whether an owner that we can't look for is alive: waits until the lock is rewritten or has become stale, no longer if
 * its time is in the future (the clock was reset).
 */
async function isRewritten(path: string, log: LockLog): Promise<boolean> {
  if (ageOf(path) >= staleMs) return false
  log.info(
    `${path} was updated recently by another container or computer. Waiting up to ${staleMs / 1_000} s to see whether it is still running.`,
  )
  return isRewrittenWithin(path, staleMs, () => ageOf(path) >= staleMs)
}

/** Watches the lock for this time, or until it is stale. */
async function isRewrittenWithin(path: string, milliseconds: number, isStale = () => false): Promise<boolean> {
  const before = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const until = performance.now() + milliseconds
  while (performance.now() < until && !isStale()) {
    await sleep(heartbeatMs / 10)
    if (statSync(path, { throwIfNoEntry: false })?.mtimeMs !== before) return existsSync(path)
  }
  return false
}

/** The age of a file by the clock of its disk. */
function ageOf(path: string): number {
  const clock = claimOf(path)
  writeFileSync(clock, '')
  try {
    return statSync(clock).mtimeMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  } finally {
    rmSync(clock)
  }
}

/** A file of our own beside the lock: in another container there may be a process of the same number. */
const claimOf = (path: string) => `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`

/** Whether an Onhand of this system runs on the folder now. Throws if one of another container or computer does. */
export async function isHeld(dataFolder: string): Promise<boolean> {
  const path = join(dataFolder, 'onhand.lock')
  const owner = readOwner(path)
  if (!owner) return false
  if (isOfThisSystem(owner)) return isAlive(owner)
  const ageMs = Date.now() - statSync(path).mtimeMs
  if (ageMs >= staleMs) return false
  // Its time is in the future: only a heartbeat tells.
  if (ageMs < 0 && !(await isRewrittenWithin(path, heartbeatMs * 2))) return false
  throw new Error(
    `Onhand runs on ${dataFolder} in another container or on another computer (host ${owner.host}). Use this command there.`,
  )
}

/** Whether a dead process of this system held the folder to its end: no one holds it, and no one released it. */
export function wasAbandoned(dataFolder: string): boolean {
  const owner = readOwner(join(dataFolder, 'onhand.lock'))
  return owner !== null && isOfThisSystem(owner) && !isAlive(owner)
}

function readOwner(path: string): Owner | null {
  try {
    // Earlier versions of Onhand named no system: they ran on this one.
    return { ...thisSystem(), ...(JSON.parse(readFileSync(path, 'utf8')) as Owner) }
  } catch (error) {
    // Removed again, or truncated by a full disk: no one holds it.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isOfThisSystem(owner: Owner): boolean {
  return sharesProcesses(owner, thisSystem())
}

function isAlive(owner: Owner): boolean {
  return findProcess(owner.pid)?.started === owner.started
}
