import type { FastifyInstance } from 'fastify'
import type { Database } from './platform/db.ts'
import { Refusal } from './platform/refusal.ts'
import { sql } from './platform/sql.ts'
import { readOnlyDatabase } from './platform/transient-errors.ts'

/** `/health`: the process responds. `/ready`: its database can be written to; otherwise 503. */
export function mountHealth(http: FastifyInstance, db: Database): void {
  http.get('/health', { logLevel: 'warn' }, () => ({ status: 'ok' }))
  http.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    try {
      await db.transaction(null, async (tx) => {
        const { is_read_only } = await tx.one(sql<{ is_read_only: boolean }>`
          select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`)
        // Inside the transaction, so that the connection to a standby is closed.
        if (is_read_only) throw readOnlyDatabase()
      })
      return { status: 'ok' }
    } catch (error) {
      http.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', '1').send(new Refusal('unavailable').body())
    }
  })
}
