import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from './find-processes.ts'

/** Long enough for two starts that found the same dead owner to see each other's claim. */
const settleMs = 50

/**
 * Takes the data folder for this process, or refuses if another Onhand runs on it. The lock names a process and its
 * start time, so a killed process's lock is known to be stale even if its number is reused. Returns a function that
 * releases the folder.
 */
export async function lockDataFolder(dataFolder: string): Promise<() => void> {
  const path = join(dataFolder, 'onhand.lock')
  const own = JSON.stringify({ pid: process.pid, started: findProcess(process.pid)?.started ?? '' })
  try {
    writeFileSync(path, own, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const owner = readOwner(path)
    if (owner && isAlive(owner)) {
      throw new Error(
        `Onhand already runs on ${dataFolder} (process ${owner.pid}). ` +
          'Stop it first, or give this one another folder with ONHAND_DATA.',
      )
    }
    const claim = `${path}.${process.pid}`
    writeFileSync(claim, own, { mode: 0o600 })
    renameSync(claim, path)
    await sleep(settleMs)
    if (readFileSync(path, 'utf8') !== own)
      throw new Error(`Another Onhand started with ${dataFolder} at the same moment.`)
  }
  return () => rmSync(path, { force: true })
}

/** Whether an Onhand runs on the folder now. */
export function isHeld(dataFolder: string): boolean {
  const owner = readOwner(join(dataFolder, 'onhand.lock'))
  return owner !== null && isAlive(owner)
}

/** Whether a dead process held the folder to its end: no one holds it, and no one released it. */
export function wasAbandoned(dataFolder: string): boolean {
  const owner = readOwner(join(dataFolder, 'onhand.lock'))
  return owner !== null && !isAlive(owner)
}

type Owner = { pid: number; started: string }

function readOwner(path: string): Owner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch (error) {
    // Removed again, or truncated by a full disk: no one holds it.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isAlive(owner: Owner): boolean {
  return findProcess(owner.pid)?.started === owner.started
}
