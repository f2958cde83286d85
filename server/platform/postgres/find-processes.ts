import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

/**
 * A process as the system reports it. `args` are its arguments on Linux, its entire command line as one string
 * elsewhere.
 */
export type RunningProcess = { pid: number; parent: number; args: string[]; started: string }

/** Facts about one process, or null if it has ended (a zombie counts as ended). Works across users. */
export function findProcess(pid: number): RunningProcess | null {
  return process.platform === 'linux' ? fromProc(pid) : (fromPs(['-p', String(pid)])[0] ?? null)
}

export function listProcesses(): RunningProcess[] {
  if (process.platform !== 'linux') return fromPs(['-ax'])
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (fromProc(Number(name)) ?? []) : []))
}

/** Read from /proc and not through `ps`, which slim container images lack. Null if the process has ended by now. */
function fromProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain spaces and parentheses itself, so count the fields after its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { pid, parent: Number(fields[1]), args, started: fields[19] ?? '' }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}

function fromPs(selection: string[]): RunningProcess[] {
  let listing: string
  try {
    listing = execFileSync('ps', [...selection, '-o', 'pid=,ppid=,stat=,lstart=,args='], { encoding: 'utf8' })
  } catch (error) {
    // ps exits with 1 when nothing matches the selection.
    if ((error as { status?: number }).status === 1) return []
    throw error
  }
  return listing.split('\n').flatMap((line) => {
    const parts = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line)
    if (!parts || parts[3]!.startsWith('Z')) return []
    return [{ pid: Number(parts[1]), parent: Number(parts[2]), started: parts[4]!, args: [parts[5]!] }]
  })
}
