import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { sqlTypes } from '../platform/sql-types.ts'

/**
 * Databases as earlier versions left them, named by their day. Each was made through the API of that version's server
 * on PostgreSQL 15 (`busyCompany`; orders with payments, one cancelled; a comment, an invitation, an API key and a
 * link), then by `pg_dump --inserts --rows-per-insert=500`, with `postgres` as the superuser and without psql's own
 * commands. A release adds one.
 */
const folder = join(import.meta.dirname, 'older-versions')

export const olderVersions = readdirSync(folder).map((file) => file.replace('.sql.gz', ''))

/** The owner of the company in them, and the key that encrypted their secrets. */
export const olderOwner = 'owner@example.com'
export const olderSecretKey = Buffer.alloc(32, 'o').toString('base64')

/** Replaces the database in a data folder, on which no server runs, with the one of that version; returns its rows. */
export async function restoreOlderVersion(dataDir: string, version: string): Promise<TableRows> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const at = { host: server.host, port: server.port, user: server.superuser, types: sqlTypes }
  try {
    await connected({ ...at, database: 'postgres' }, async (client) => {
      for (const statement of [...passTransactions, 'drop database onhand', 'create database onhand'])
        await client.query(statement)
    })
    await connected({ ...at, database: 'onhand' }, async (client) => {
      await client.query(gunzipSync(readFileSync(join(folder, `${version}.sql.gz`))).toString())
    })
    return await connected({ ...at, database: 'onhand' }, rowsOfTables)
  } finally {
    await server.stop()
  }
}

/** In the cluster that wrote the rows, their transactions came before the next one: here as well. */
const passTransactions = [
  `create procedure pass_transactions() language plpgsql as $$
   begin for n in 1 .. 5000 loop perform pg_current_xact_id(); commit; end loop; end $$`,
  'call pass_transactions()',
  'drop procedure pass_transactions',
]

async function connected<Result>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type TableRows = Record<string, Record<string, unknown>[]>

/** Every row of the tables of people and organizations. */
export async function rowsOfTables(client: pg.Client): Promise<TableRows> {
  const tables = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1`,
  )
  const all: TableRows = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${name} t`)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}
