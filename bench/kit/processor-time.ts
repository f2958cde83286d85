import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from './server.ts'

/**
 * Processor milliseconds per request: of the server process with all its threads, and of PostgreSQL with all its
 * processes.
 */
export type ProcessorTime = Readonly<{ nodeMs: number; postgresqlMs: number }>

/** Many similar requests, and the cost of one of them. The cost is null on systems other than Linux. */
export type Measured = { answers: number; processor: ProcessorTime | null }

/**
 * The kernel counts a process's time in hundredths of a second (`getconf CLK_TCK`, 100 on every Linux that Node runs
 * on).
 */
const tickMs = 10
const quietPauseMs = 100
/** What a server and its PostgreSQL use during that pause when idle. */
const quietMs = 5
const quietAttempts = 50

type Processes = Pick<BenchServer, 'pid' | 'postmasterPid'>

/**
 * Runs the work and adds the processor time of one of its requests. Work that the server does after the last response
 * counts too. The bench's own work of sending requests and reading responses doesn't.
 */
export async function withProcessorTime<T extends { answers: number }>(
  server: Processes,
  work: () => Promise<T>,
): Promise<T & Measured> {
  if (process.platform !== 'linux') return { ...(await work()), processor: null }
  const before = await whenQuiet(server)
  const result = await work()
  const after = await whenQuiet(server)
  const perRequest = (part: keyof ProcessorTime) => (after[part] - before[part]) / result.answers
  return { ...result, processor: { nodeMs: perRequest('nodeMs'), postgresqlMs: perRequest('postgresqlMs') } }
}

/**
 * Waits until the server is idle, at most about five seconds. Returns the milliseconds it has used so far. On a busy
 * machine a server with work to do may have used nothing: it isn't idle while it waits for a processor.
 */
async function whenQuiet(server: Processes): Promise<ProcessorTime> {
  let last = await usedSoFar(server)
  for (let attempt = 0; attempt < quietAttempts; attempt++) {
    await sleep(quietPauseMs)
    const isReady = await hasWork(server)
    const now = await usedSoFar(server)
    const used = now.nodeMs - last.nodeMs + now.postgresqlMs - last.postgresqlMs
    last = now
    if (used < quietMs && !isReady) break
  }
  return last
}

/** Whether the server or PostgreSQL runs, or would if it had a processor. */
async function hasWork({ pid, postmasterPid }: Processes): Promise<boolean> {
  const states = await Promise.all([pid, postmasterPid, ...(await childrenOf(postmasterPid))].map(stateOf))
  return states.includes('R')
}

/** The kernel's letter: R is running or ready to. Empty for a process that has ended. */
async function stateOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.charAt(stat.lastIndexOf(')') + 2)
}

async function usedSoFar({ pid, postmasterPid }: Processes): Promise<ProcessorTime> {
  return { nodeMs: (await ticksOf(pid)).own * tickMs, postgresqlMs: await usedByPostgresql(postmasterPid) }
}

/** The postmaster, its children that have exited, and those still running. */
async function usedByPostgresql(postmaster: number): Promise<number> {
  for (;;) {
    const children = await childrenOf(postmaster)
    const running = await Promise.all(children.map(millisecondsOf))
    const { own, ended } = await ticksOf(postmaster)
    // A child that exited in between would be counted twice or not at all.
    if (String(await childrenOf(postmaster)) !== String(children)) continue
    return running.reduce((sum, used) => sum + used, (own + ended) * tickMs)
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/**
 * Of a process with a single thread. Hundredths of a second are too coarse here: the rounding of 40 connections adds
 * up.
 */
async function millisecondsOf(pid: number): Promise<number> {
  const nanoseconds = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')
  return Number(nanoseconds.split(' ')[0]) / 1_000_000
}

/** User and system time of a process with all its threads, and of its children that have exited. */
async function ticksOf(pid: number): Promise<{ own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, second and in parentheses, may contain spaces. Fields 14 to 17 are utime, stime, cutime and cstime.
  const [utime, stime, cutime, cstime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
    .map(Number)
  return { own: (utime ?? 0) + (stime ?? 0), ended: (cutime ?? 0) + (cstime ?? 0) }
}
