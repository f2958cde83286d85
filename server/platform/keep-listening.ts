import type pg from 'pg'
import type { Database } from './db.ts'
import type { Log } from './log.ts'

const reconnectMs = 1_000

type Heard = Readonly<{
  /** The connection is established, for the first time or again: what was sent in between isn't repeated. */
  onBegin: () => void
  onMessage: (payload: string) => void
}>

/** Listens to a channel of the database until it is closed, on a connection that is re-established when it breaks. */
export function keepListening(
  db: Database,
  log: Log,
  channel: string,
  { onBegin, onMessage }: Heard,
): { close(): Promise<void> } {
  let closed = false
  let listening: pg.Client | undefined

  async function listen(): Promise<void> {
    if (closed) return
    const again = once(() => setTimeout(listenOn, reconnectMs).unref())
    let client: pg.Client | undefined
    try {
      client = await db.connect()
      listening = client
      client.on('notification', ({ payload }) => onMessage(payload ?? '{}'))
      client.on('end', again)
      await client.query(`listen ${channel}`)
      onBegin()
      if (closed) await client.end()
    } catch (error) {
      log.warn({ err: error }, 'not listening for changes made by other server processes; trying again')
      again()
      // A LISTEN that was refused leaves a connection that no one needs; one that broke has ended already.
      await client?.end().catch((cause: unknown) => log.debug({ err: cause }, 'a broken connection could not be ended'))
    }
  }
  function listenOn(): void {
    listen().catch((error: unknown) => log.error({ err: error }, 'no longer listening for changes of other processes'))
  }

  listenOn()
  return {
    async close() {
      closed = true
      await listening?.end()
    },
  }
}

/** A failed LISTEN is followed by the end of its connection: only the first of them reconnects. */
function once(action: () => void): () => void {
  let done = false
  return () => {
    if (!done) action()
    done = true
  }
}
