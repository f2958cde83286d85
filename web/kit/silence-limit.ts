import { anySignal } from './any-signal.ts'
import { noAnswer } from './api-error.ts'
import { connectionLost } from './connection.ts'

/**
 * Sends a call, but doesn't wait forever on a connection that died silently, while the computer was asleep for
 * example: browsers notice that only after minutes. After 30 seconds, or 25 beyond the limit of its statements, it
 * throws as for a server that can't be reached. The server itself responds within 10 s, with 503 if its database
 * doesn't; the rest is for slow networks, and for commands of many statements: one that still runs reports "in
 * progress" when it is repeated. `send` must end with its signal.
 */
export async function withinSilenceLimit<T>(
  { statementTimeoutMs = 5_000 }: Readonly<{ statementTimeoutMs?: number }>,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), statementTimeoutMs + 25_000)
  try {
    return await send(signal ? anySignal([signal, silent.signal]) : silent.signal)
  } catch (error) {
    if (signal?.aborted || !silent.signal.aborted) throw error
    connectionLost()
    throw noAnswer()
  } finally {
    clearTimeout(timer)
  }
}
