import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'

/** The structured log (pino through Fastify): JSON lines with a request id and no secrets. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'debug'>

/** What never reaches a log line, wherever it stands. */
const secretPaths = [
  '*.password',
  '*.refresh_token',
  '*.access_token',
  'authorization',
  '*.authorization',
  '*.apikey',
  '*.cookie',
]

type LoggedError = Error & { code?: string; constraint?: string; table?: string; where?: string }

/**
 * The parts of an error that explain it. Never all of it: a database error carries its client, and that the statements
 * it prepared; its `detail` may hold the values of a row.
 */
function errorFields(error: LoggedError): Record<string, unknown> {
  const { name, message, stack, code, constraint, table, where, cause } = error
  return {
    name,
    message,
    code,
    constraint,
    table,
    where,
    stack,
    ...(cause instanceof Error && { cause: errorFields(cause) }),
  }
}

/** The server's log: one JSON object per line, on standard output unless told otherwise. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: secretPaths, censor: '[not logged]' },
    serializers: { err: (error: LoggedError) => errorFields(error) },
  }
  return pino(options, to ?? standardOutput())
}

/** What waits while a full disk takes nothing; beyond this it is lost. */
const waitingBytes = 1_048_576

/** Standard output may be a file on a disk that is full: then lines are lost, and the server goes on. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: waitingBytes })
  // Without someone who hears it, the error would end the process; where it could be told is what cannot be written.
  output.on('error', () => {})
  process.stdout.on('error', () => {})
  return output
}

/** For programs that have no one to tell: tests, and tools that print their own words. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
