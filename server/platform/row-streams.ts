import { Readable } from 'node:stream'
import type pg from 'pg'
import { limits } from '../../contract/limits.ts'
import type { Database } from './db.ts'
import { beginStatement, type Scope } from './transaction-settings.ts'
import { refuse } from './refusal.ts'
import { createFairQueue, TooBusy } from './fair-queue.ts'
import type { Statement } from './sql.ts'

const tooMany = 'Several files are already being downloaded. Try again when one of them is done.'

/** Reads rows in batches, all from one snapshot: never more than one batch is in memory. */
export type RowReader = Readonly<{
  batches<T>(query: Statement<T>): AsyncIterable<T[]>
  /** What belongs to the rows of one batch. */
  all<T>(query: Statement<T>): Promise<T[]>
}>

/** Produces the bytes of a file from rows. Each piece is sent before the next one is requested. */
export type FileWriter = (rows: RowReader) => AsyncIterable<Buffer>

/** Files that are generated while they are sent. */
export type RowStreams = Readonly<{
  /**
   * Opens a file for one organization. Resolves when its first bytes are ready, so that an earlier failure becomes a
   * refusal; a later failure ends the response in the middle, which a client sees as a broken transfer. Refuses busy if
   * too many files are being sent and none ends in time.
   */
  open(scope: Scope, write: FileWriter): Promise<Readable>
  /** Aborts what is being sent: a server that stops doesn't wait for slow readers. */
  close(): void
}>

/**
 * Streams on separate connections: cursors are refused on pipelined ones, and a download must not take a slot that a
 * click needs.
 */
export function createRowStreams(db: Database, patienceSeconds: number = limits.downloadWaitSeconds): RowStreams {
  const queue = createFairQueue({
    perKey: limits.downloadsPerOrganization,
    inAll: limits.downloadsAtOnce,
    waitMs: patienceSeconds * 1_000,
  })
  const open = new Set<Readable>()
  return {
    async open(scope, write) {
      const leave = await queue.enter(scope.org_id).catch(refuseBusy)
      const client = await db.connect(limits.downloadStatementSeconds * 1_000).catch((error: unknown) => {
        leave()
        throw error
      })
      const pieces = piecesOf(client, scope, write)
      try {
        const first = await pieces.next()
        const stream = Readable.from(following(first, pieces), { objectMode: false })
        // The database may close the connection, or end a transaction whose reader sleeps, while nothing is being read.
        client.on('error', (error) => stream.destroy(error))
        stream.on('close', () => {
          open.delete(stream)
          client.end().then(leave, leave)
        })
        open.add(stream)
        return stream
      } catch (error) {
        await client.end()
        leave()
        throw error
      }
    },
    close() {
      for (const stream of open) stream.destroy(new Error('the server is stopping'))
    },
  }
}

async function* piecesOf(client: pg.Client, scope: Scope, write: FileWriter): AsyncGenerator<Buffer> {
  await client.query(`set time zone 'UTC'`)
  await client.query(
    beginStatement(scope, {
      readOnly: true,
      statementTimeoutMs: limits.downloadStatementSeconds * 1_000,
      lockTimeoutMs: limits.lockTimeoutMs,
    }),
  )
  await client.query(`set local idle_in_transaction_session_timeout = '${limits.downloadIdleSeconds}s'`)
  yield* write({ batches: (query) => batchesOf(client, query), all: (query) => allOf(client, query) })
  await client.query('commit')
}

async function allOf<T>(client: pg.Client, query: Statement<T>): Promise<T[]> {
  const { rows } = await client.query(query.text, query.values)
  return rows as T[]
}

async function* batchesOf<T>(client: pg.Client, query: Statement<T>): AsyncGenerator<T[]> {
  await client.query(`declare rows_to_send no scroll cursor for ${query.text}`, query.values)
  for (;;) {
    const { rows } = await client.query(`fetch forward ${limits.downloadBatchRows} from rows_to_send`)
    if (rows.length > 0) yield rows as T[]
    if (rows.length < limits.downloadBatchRows) break
  }
  await client.query('close rows_to_send')
}

async function* following(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done) return
  yield first.value
  yield* rest
}

function refuseBusy(error: unknown): never {
  if (error instanceof TooBusy) refuse('busy', undefined, tooMany)
  throw error
}
