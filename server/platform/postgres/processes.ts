import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from './find-processes.ts'

/** Sends a signal; returns false if the process had already ended. A missing permission is an error. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** Waits until none of these processes is left; returns false if some still are after `timeoutMs`. */
export async function waitUntilGone(pids: number[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (pids.some((pid) => findProcess(pid))) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
