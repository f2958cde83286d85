import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'
import { type LoggedError, errorFields } from './logged-error.ts'

/** The structured log (pino through Fastify): JSON lines with a request id and no secrets. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'debug'>

/** Never appears in a log line, at any depth. */
const secretPaths = [
  '*.password',
  '*.refresh_token',
  '*.access_token',
  'authorization',
  '*.authorization',
  '*.apikey',
  '*.cookie',
]

/** The server's log: one JSON object per line, on standard output by default. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: secretPaths, censor: '[not logged]' },
    serializers: { err: (error: LoggedError) => errorFields(error) },
  }
  return pino(options, to ?? standardOutput())
}

/** Buffered while the disk is full; lines beyond this are lost. */
const waitingBytes = 1_048_576

/** Standard output may be a file on a full disk: then lines are lost, and the server continues. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: waitingBytes })
  // Without a listener, the error would end the process; it can't be logged, because the log can't be written.
  output.on('error', () => {})
  process.stdout.on('error', () => {})
  return output
}

/** For programs without a log: tests, and tools that print their own messages. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
