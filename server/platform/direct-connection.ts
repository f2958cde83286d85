import pg from 'pg'
import { limits } from '../../contract/limits.ts'
import { sessionOptions } from './transaction-settings.ts'

/** A server that is busy or far away responds sooner; one behind a firewall that drops everything, never. */
const patienceMs = 30_000

const advice =
  'Connect to PostgreSQL directly, because Onhand has a pool of its own (docs/operations/external-postgresql.md).'

/**
 * Throws if the address leads to a pooler that drops the settings of connections, or that shares one of PostgreSQL's
 * connections between several of ours. Such a server would start, and fail under load: without its timeouts and its
 * time zone, without prepared statements, and without notifications. Changes nothing.
 */
export async function requireDirectConnection(address: pg.ClientConfig): Promise<void> {
  const clients = [0, 1].map(
    () =>
      new pg.Client({
        ...address,
        options: sessionOptions(1),
        connectionTimeoutMillis: patienceMs,
        query_timeout: patienceMs,
      }),
  )
  // A connection that breaks reports its error to the statement as well.
  for (const client of clients) client.on('error', () => {})
  try {
    const processes: number[] = []
    for (const client of clients) {
      await client.connect()
      processes.push(await processOf(client))
    }
    if (processes[0] === processes[1])
      throw new Error(
        `There is a connection pooler in transaction mode between Onhand and PostgreSQL: two connections are one. ${advice}`,
      )
  } catch (error) {
    if (isSilent(error))
      throw new Error(
        `PostgreSQL accepts a connection but doesn’t respond within ${patienceMs / 1_000} seconds. Check DATABASE_URL, and the network or the proxy in between.`,
        { cause: error },
      )
    throw refusesSettings(error) ? settingsLost(error) : error
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** PostgreSQL's process for this connection, if our settings have reached it. */
async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number; timeout: string; zone: string }>(`
    select pg_backend_pid() as pid, current_setting('TimeZone') as zone,
      (select setting from pg_settings where name = 'statement_timeout') as timeout`)
  const [row] = rows
  if (row?.timeout !== String(limits.statementTimeoutMs) || row.zone !== 'UTC') throw settingsLost()
  return row.pid
}

/** PgBouncer and Amazon's RDS Proxy refuse connections with settings, in these words. */
function refusesSettings(error: unknown): boolean {
  return /unsupported startup parameter|command-line options/i.test((error as Error).message)
}

/** The driver's own words. */
function isSilent(error: unknown): boolean {
  return /^(timeout expired|Query read timeout)$/.test((error as Error).message)
}

function settingsLost(cause?: unknown): Error {
  return new Error(
    `The settings of Onhand’s connections don’t reach PostgreSQL: there is a connection pooler in between, or DATABASE_URL has "options". ${advice}`,
    { cause },
  )
}
