import { readFile, writeFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How much lower: enough that this process is scheduled first, and little enough that other programs of the machine
 * don't keep PostgreSQL waiting (docs/decisions/0125).
 */
const steps = 7
/** Linux lets users other than root change the priority of one session per tenth of a second. */
const retryMs = 150

/** One after another: most servers open several connections at once. */
let last: Promise<void> = Promise.resolve()

/**
 * Lets this process run before a PostgreSQL process of the same machine when both want a processor. Every request needs
 * this process for a moment, so all of them wait while it does. Resolves when it is done, also if that process has
 * ended; rejects if the system doesn't allow it. Nothing but speed depends on it.
 */
export function lowerPriority(pid: number): Promise<void> {
  const mine = last.then(() => lower(pid))
  last = mine.catch(() => {})
  return mine
}

async function lower(pid: number): Promise<void> {
  try {
    setPriority(pid, below(getPriority()))
    await lowerSession(pid)
  } catch (error) {
    if (!hasEnded(error)) throw error
  }
}

/**
 * Where Linux first shares the processors between sessions (`sched_autogroup_enabled`), a process's own priority only
 * counts within its session, and each PostgreSQL process has a session of its own.
 */
async function lowerSession(pid: number): Promise<void> {
  const [ours, its] = await Promise.all([sessionOf('self'), sessionOf(pid)])
  if (!ours || !its || ours.name === its.name) return
  try {
    await writeFile(`/proc/${pid}/autogroup`, String(below(ours.priority)))
  } catch (error) {
    if (codeOf(error) !== 'EAGAIN') throw error
    await sleep(retryMs, undefined, { ref: false })
    await lowerSession(pid)
  }
}

const below = (priority: number) => Math.min(priority + steps, constants.priority.PRIORITY_LOW)

/** The session of a process; undefined where processors aren't shared between sessions. */
export async function sessionOf(process: number | 'self'): Promise<{ name: string; priority: number } | undefined> {
  try {
    const text = await readFile(`/proc/${process}/autogroup`, 'utf8')
    const [, name = '', priority] = /^(\S+) nice (-?\d+)/.exec(text) ?? []
    return { name, priority: Number(priority) }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const hasEnded = (error: unknown) => codeOf(error) === 'ESRCH' || codeOf(error) === 'ENOENT'

/** The system's code of an error of `node:fs` or `node:os`. */
function codeOf(error: unknown): string | undefined {
  const { code, info } = error as { code?: string; info?: { code?: string } }
  return info?.code ?? code
}
