import { afterAll, vi } from 'vitest'
import { countKeptOpen } from './kept-open.ts'

// Runs before every test file. The files of a worker share one process and its loaded modules, so anything a file
// leaves behind would affect the next one: a file that leaves something fails, by name, once its own hooks are done.

/**
 * Resources that stay open until closed: listening servers, connections to PostgreSQL (a local socket), child
 * processes. The server that files share, and its connections, are not counted.
 */
const kinds = ['TCPServerWrap', 'PipeWrap', 'ProcessWrap']
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Set by sharp when it is loaded for the first time. */
const setByModules = ['VIPSHOME']

function openThings(): number[] {
  const open = process.getActiveResourcesInfo()
  // A shared connection that is just being opened is among the kept ones before Node counts it.
  return kinds.map((kind) => Math.max(0, open.filter((name) => name === kind).length - countKeptOpen(kind)))
}

function surroundings(): Map<string, string | number | undefined> {
  const variables = Object.entries(process.env).filter(([name]) => !setByModules.includes(name))
  return new Map<string, string | number | undefined>([
    ['the working directory', process.cwd()],
    ...signals.map((name): [string, number] => [`listeners of ${name}`, process.listenerCount(name)]),
    ...variables,
  ])
}

// They are opened at first use and stay open.
void [process.stdin, process.stdout, process.stderr]
const before = { open: openThings(), surroundings: surroundings() }

/** The kinds with more open resources than when the file began. */
function leftOpen(): string[] {
  return openThings().flatMap((count, index) => (count > (before.open[index] ?? 0) ? [kinds[index] ?? ''] : []))
}

function changed(): string[] {
  const after = surroundings()
  const names = new Set([...before.surroundings.keys(), ...after.keys()])
  return [...names].filter((name) => before.surroundings.get(name) !== after.get(name))
}

// Hooks run last in, first out: this one comes after all of the file's own.
afterAll(async () => {
  const left = vi.isFakeTimers() ? ['a clock that is not real'] : []
  // First of all: with a stopped clock, nothing could be awaited.
  vi.useRealTimers()
  left.push(...changed())
  // Closed resources may take some turns of the event loop to disappear.
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && leftOpen().length > 0;)
    await new Promise((resolve) => setTimeout(resolve, 5))
  left.push(...leftOpen())
  if (left.length > 0) throw new Error(`The file leaves behind: ${left.join(', ')}`)
})
