import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Person } from '../kit/person.ts'
import { seedOrders } from '../kit/seed-orders.ts'
import type { BenchServer } from '../kit/server.ts'

/** How much to load. Ten products have a hundredth of the movements each; half of the orders are sales orders. */
export type Size = { products: number; movements: number; orders: number; months: number }

export const sizes = {
  middle: { products: 10_000, movements: 500_000, orders: 10_000, months: 24 },
  large: { products: 100_000, movements: 10_000_000, orders: 200_000, months: 24 },
} satisfies Record<string, Size>

/** Files of this folder in order; those in the same group run at the same time. */
const stages = [
  ['1-plan.sql', '2-catalog.sql'],
  ['3-chain.sql'],
  ['4-postings.sql', '4-movements.sql'],
  ['5-levels.sql', '5-months.sql', '5-documents.sql'],
]

/** Tables whose indexes, except keys, are created after their rows. Keys are written in order. */
const ledgerTables = ['stock_movements', 'stock_postings', 'stock_demands', 'location_transfers', 'product_totals']

/**
 * Fills an organization with products, five locations and movements over months, set by set, as an administrator who
 * writes directly to the tables: what the ledger would have written, in minutes instead of hours. The invariants verify
 * that it matches.
 */
export async function loadLedger(
  server: BenchServer,
  person: Person,
  size: Size,
  report: (text: string) => void,
): Promise<void> {
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const begin = performance.now()
    await work()
    report(`  ${name}: ${((performance.now() - begin) / 1_000).toFixed(0)} s`)
  }
  const clients = await Promise.all([loader(server, person), loader(server, person), loader(server, person)])
  const [client] = clients
  await client.query(await sqlFile('0-tools.sql'))
  await client.query(
    `create table bench.size as select $1::uuid as org_id, $2::uuid as user_id, $3::integer as products, $4::bigint as movements,
       date_trunc('minute', now()) - $5 * interval '1 month' as begins_at, date_trunc('minute', now()) as ends_at`,
    [person.org_id, person.user_id, size.products, size.movements, size.months],
  )
  const later = await dropIndexesAndChecks(client)
  for (const files of stages) {
    await Promise.all(files.map((file, place) => timed(file, async () => clients[place]?.query(await sqlFile(file)))))
  }
  await timed(`${later.length} indexes and checks`, async () => {
    for (const statement of later) await client.query(statement)
  })
  // With triggers, because the reads use what they maintain.
  await client.query('reset session_replication_role')
  await timed(`${size.orders} orders, vacuum analyze`, () => seedOrders(client, person, size.orders / 2))
  await client.query('create table bench.loaded as select now() as at')
  await Promise.all(clients.map((one) => one.end()))
}

/**
 * A connection that writes without triggers and foreign keys: the invariants verify their rules afterwards, all at
 * once.
 */
async function loader(server: BenchServer, person: Person): Promise<pg.Client> {
  const client = await server.connect()
  await client.query(`set app.org_id = '${person.org_id}'; set app.locations = 'all'; set app.user_id = '${person.user_id}'; set work_mem = '1GB';
    set maintenance_work_mem = '1GB'; set max_parallel_workers_per_gather = 2; set session_replication_role = replica`)
  return client
}

function sqlFile(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, name), 'utf8')
}

/**
 * Drops all indexes that aren't keys, and the check constraints, which took three quarters of the time of writing
 * movements. Returns the statements that create them again. The checks then apply to new rows only; the invariants
 * verify the old ones.
 */
async function dropIndexesAndChecks(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `select 'drop index ' || i.indexrelid::regclass as drop, pg_get_indexdef(i.indexrelid) as create
     from pg_index i
     where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     union all
     select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
       format('alter table %s add constraint %I %s not valid', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
     from pg_constraint c where c.contype = 'c' and c.conrelid = 'stock_movements'::regclass`,
    [ledgerTables],
  )
  for (const row of rows) await client.query(row.drop)
  return rows.map((row) => row.create)
}
