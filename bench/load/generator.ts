import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeRequest, httpConnection } from './http-connection.ts'
import { closedLoop, type Lanes, openLoop } from './loops.ts'
import type { FromGenerator, Stream, StreamResult, ToGenerator } from './plan.ts'
import { sqlConnection } from './sql-connection.ts'

/**
 * The load generator, a separate process: opens the connections of its streams, runs them as often as requested, and
 * sends back the results and its own processor time.
 */
type Run = (seconds: number) => Promise<StreamResult>

let runs: Run[] = []
let closeAll = () => {}

process.on('message', (message: ToGenerator) => void take(message))
process.on('disconnect', () => {
  closeAll()
  // `process.exit` can wait forever for a compiler thread (server/platform/exit.ts), and so did the bench once.
  process.kill(process.pid, 'SIGKILL')
})

async function take(message: ToGenerator): Promise<void> {
  if ('open' in message) {
    runs = await Promise.all(message.open.map(open))
    return send('open')
  }
  const before = process.cpuUsage()
  const begin = performance.now()
  const streams = await Promise.all(runs.map((run) => run(message.run)))
  const { user, system } = process.cpuUsage(before)
  send({ streams, processorMs: (user + system) / 1_000, elapsedMs: performance.now() - begin })
}

function send(message: FromGenerator): void {
  process.send?.(message)
}

async function open(stream: Stream): Promise<Run> {
  if (stream.kind === 'http') {
    const requests = stream.requests.map((request) => encodeRequest(request, `${stream.host}:${stream.port}`))
    const connections = Array.from({ length: stream.connections }, () => httpConnection(stream.host, stream.port))
    // In an open loop, a few connections may do all of the work, so they all share one sequence.
    const next = roundRobin(requests, stream.perSecond === undefined ? stream.connections : 1)
    return runOf(stream, { name: stream.name, connections, next })
  }
  const socket = join(stream.socket, '.s.PGSQL.5432')
  const connections = await Promise.all(
    Array.from({ length: stream.connections }, () =>
      sqlConnection(socket, stream.user, stream.database, stream.statement),
    ),
  )
  const next = () => 1 + Math.floor(Math.random() * stream.items)
  return runOf(stream, { name: stream.name, connections, next })
}

function runOf<Request>({ perSecond, startsAfter = 0, lasts }: Stream, lanes: Lanes<Request>): Run {
  const closeBefore = closeAll
  closeAll = () => {
    closeBefore()
    for (const connection of lanes.connections) connection.close()
  }
  return async (ofRun) => {
    const seconds = lasts ?? ofRun - startsAfter
    if (startsAfter > 0) await sleep(startsAfter * 1_000)
    return perSecond === undefined ? closedLoop(lanes, seconds) : openLoop(lanes, perSecond, seconds)
  }
}

/** Connection k sends requests k, k + lanes, and so on, and then starts again at k. */
function roundRobin<Request>(requests: readonly Request[], lanes: number): (connection: number) => Request {
  const positions = Array.from({ length: lanes }, (_, lane) => lane % requests.length)
  return (connection) => {
    const lane = connection % lanes
    const position = positions[lane] ?? 0
    positions[lane] = position + lanes < requests.length ? position + lanes : lane % requests.length
    const request = requests[position]
    if (!request) throw new Error('a stream has no requests')
    return request
  }
}
