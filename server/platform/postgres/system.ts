import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Where process numbers mean the same: on one running system and, on Linux, in one container (its namespace of process
 * numbers). `boot` and `processes` are empty where the system has no such thing.
 */
export type System = { host: string; boot: string; processes: string }

/** The system this process runs on. */
export function thisSystem(): System {
  return {
    host: hostname(),
    boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    processes: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  }
}

/** Whether process numbers of both name the same processes. */
export function sharesProcesses(one: System, other: System): boolean {
  if (one.boot !== other.boot || one.processes !== other.processes) return false
  // A host's name can change while it runs: it only counts where nothing else identifies the system.
  return one.boot !== '' || one.host === other.host
}

/** Whether these are the same machine, perhaps before and after a restart, or containers on it. */
export function sharesMachine(one: System, other: System): boolean {
  return one.host === other.host || (one.boot !== '' && one.boot === other.boot)
}

function orEmpty(read: () => string): string {
  try {
    return read()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'EACCES', 'EPERM'].includes(code)) return ''
    throw error
  }
}
