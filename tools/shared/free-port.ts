import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port that stays free until it is used: not one of those that the system itself assigns to programs (from
 * 32,768 on Linux, 49,152 elsewhere).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    const outcome = once(server, 'listening').catch((error: NodeJS.ErrnoException) => error)
    server.listen(port, '127.0.0.1')
    const problem = await outcome
    if (problem instanceof Error) {
      if ((problem as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw problem
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
