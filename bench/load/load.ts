import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Percentiles, percentilesOf } from '../kit/percentiles.ts'
import { type Measured, withProcessorTime } from '../kit/processor-time.ts'
import type { BenchServer } from '../kit/server.ts'
import type { FromGenerator, HttpRequest, RunResult, Stream, StreamResult, ToGenerator } from './plan.ts'

/** The first requests on a connection compile the database functions. */
const warmUp_seconds = 1
/** The number of requests prepared in advance, which show what `next` generates. */
const requestsMade = 8_192
/** Statuses that an overloaded server may return, counted separately. Any other error ends the bench. */
const busyStatuses = ['409', '429', '503']

/** The results of a stream: successful requests, their rate and times, and the number of refused ones. */
export type StreamFigures = Percentiles & { name: string; answers: number; perSecond: number; refused: number }

export type LoadResult = StreamFigures &
  Measured & {
    /** Processor milliseconds of the load generator per request, and the share of one core that it used. */
    generatorMs: number
    generatorShare: number
    streams: (StreamFigures & { result: StreamResult })[]
  }

export type RunOptions = {
  /** 0 for none. */
  warmUp?: number
  /** Starts together with the run and is awaited. */
  beside?: () => Promise<unknown>
}

/** Runs the streams together for this long, after a warm-up, in a separate process. */
export async function loadStreams(
  server: Pick<BenchServer, 'pid' | 'postmasterPid'>,
  streams: Stream[],
  seconds: number,
  { warmUp = warmUp_seconds, beside }: RunOptions = {},
): Promise<LoadResult> {
  const generator = fork(join(import.meta.dirname, 'generator.ts'), { serialization: 'advanced', execArgv: [] })
  try {
    await asked<'open'>(generator, { open: streams })
    if (warmUp > 0) await asked<RunResult>(generator, { run: warmUp })
    const measured = await withProcessorTime(server, async () => {
      const [run] = await Promise.all([asked<RunResult>(generator, { run: seconds }), beside?.()])
      return { run, answers: run.streams.reduce((sum, { at }) => sum + at.length, 0) }
    })
    return figuresOf(measured)
  } finally {
    const ended = generator.exitCode === null ? once(generator, 'exit') : null
    if (generator.connected) generator.disconnect()
    await ended
  }
}

export type LoadOptions = {
  headers: Record<string, string>
  method?: HttpRequest['method']
  connections: number
  seconds: number
  /** In an open loop. */
  perSecond?: number
  /** Returns the path and body of the next request. Called many times before the load starts. */
  next: () => { path: string; body?: string }
}

/** Keeps `connections` requests in flight for a limited time, or sends `perSecond` of them. */
export function load(server: BenchServer, { seconds, ...options }: LoadOptions): Promise<LoadResult> {
  return loadStreams(server, [streamOf(server, 'requests', options)], seconds)
}

/** A stream of requests like those that `next` returns. */
export function streamOf(
  server: BenchServer,
  name: string,
  { headers, method = 'GET', connections, perSecond, next }: Omit<LoadOptions, 'seconds'>,
): Stream {
  const requests = Array.from({ length: requestsMade }, () => ({ method, headers, ...next() }))
  return httpStream(server, name, requests, connections, perSecond)
}

/** A stream of the given requests; each connection goes through its own share of them. */
export function httpStream(
  server: BenchServer,
  name: string,
  requests: HttpRequest[],
  connections: number,
  perSecond?: number,
): Stream {
  const { hostname: host, port } = new URL(server.url)
  return { name, kind: 'http', host, port: Number(port), requests, connections, perSecond }
}

async function asked<Answer extends FromGenerator>(generator: ChildProcess, message: ToGenerator): Promise<Answer> {
  const ended = new AbortController()
  const answer = once(generator, 'message', { signal: ended.signal })
  generator.send(message)
  const end = once(generator, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('the load generator ended: its own message is above')
  })
  try {
    return ((await Promise.race([answer, end])) as [Answer])[0]
  } finally {
    end.catch(() => undefined)
    answer.catch(() => undefined)
    ended.abort()
  }
}

function figuresOf({ run, answers, processor }: Measured & { run: RunResult }): LoadResult {
  const streams = run.streams.map((result) => ({ ...streamFigures(result), result }))
  const seconds = Math.max(...run.streams.map((stream) => stream.seconds))
  return {
    name: streams.map(({ name }) => name).join(', '),
    answers,
    perSecond: answers / seconds,
    refused: streams.reduce((sum, { refused }) => sum + refused, 0),
    ...percentilesOf(run.streams.flatMap(({ milliseconds }) => [...milliseconds])),
    processor,
    generatorMs: run.processorMs / answers,
    generatorShare: run.processorMs / run.elapsedMs,
    streams,
  }
}

/** Throws if any response is neither a success nor a refusal by an overloaded server. */
function streamFigures({ name, at, milliseconds, refused, firstRefusal, seconds }: StreamResult): StreamFigures {
  const unexpected = Object.keys(refused).filter((status) => !busyStatuses.includes(status))
  if (unexpected.length > 0)
    throw new Error(`${name}: answers ${unexpected.join(', ')}, the first refusal ${firstRefusal}`)
  const count = Object.values(refused).reduce((sum, of) => sum + of, 0)
  return { name, answers: at.length, perSecond: at.length / seconds, refused: count, ...percentilesOf(milliseconds) }
}
