import type { FastifyBaseLogger } from 'fastify'

/** The structured log (pino through Fastify): JSON lines with a request id and no secrets. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'debug'>

/** What never reaches a log line, wherever it stands. */
export const redactedPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers.apikey',
  '*.password',
  '*.refresh_token',
  '*.access_token',
]

/** For programs that have nobody to tell: tests, and tools that print their own words. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
