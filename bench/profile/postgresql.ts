import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Stack } from './flame-graph.ts'

const samplesASecond = 299
/**
 * The embedded PostgreSQL has no frame pointers: callers are found with its unwind tables, from this many bytes of each
 * stack.
 */
const callGraph = 'dwarf,16384'

/**
 * Profiles a PostgreSQL server with all its sessions using `perf`, into a file. Returns a function that stops it, or
 * null if `perf` is missing.
 */
export function profilePostgresql(postmasterPid: number, file: string): (() => Promise<void>) | null {
  if (!hasPerf()) return null
  const children = readFileSync(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8').trim().split(' ')
  const pids = [postmasterPid, ...children].filter(Boolean).join(',')
  const args = ['record', '-q', '-F', String(samplesASecond), '--call-graph', callGraph, '-o', file, '-p', pids]
  const perf: ChildProcess = spawn('perf', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return async () => {
    if (perf.exitCode !== null) throw new Error('perf ended early: its own message is above')
    const ended = once(perf, 'exit')
    perf.kill('SIGINT')
    await ended
  }
}

function hasPerf(): boolean {
  try {
    execFileSync('perf', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The output of `perf record` as text. */
export function perfScript(file: string): string {
  return execFileSync('perf', ['script', '-i', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/**
 * The stacks in the output of `perf script`: a header line, one line per call with the innermost first, and an empty
 * line.
 */
export function stacksOfScript(text: string): Stack[] {
  return text.split('\n\n').flatMap((sample) => {
    const [, ...calls] = sample.split('\n').filter((line) => line.trim() !== '')
    const frames = calls.map(nameOfCall).toReversed()
    return frames.length === 0 ? [] : [{ frames, weight: 1 }]
  })
}

/** `  5581f0c1 ExecInterpExpr+0x1b2 (/…/postgres)` is `ExecInterpExpr`. */
function nameOfCall(line: string): string {
  const [, name = line.trim(), file = ''] = /^\s*[0-9a-f]+ (.+?)(?:\+0x[0-9a-f]+)?(?: \(([^)]*)\))?$/.exec(line) ?? []
  return name === '[unknown]' ? `[${file.split('/').at(-1) ?? 'unknown'}]` : name
}
