import type pg from 'pg'
import { load, type LoadResult } from '../load/load.ts'
import { pick } from '../kit/choose.ts'
import { signUp, type Person } from '../kit/person.ts'
import { describeToPlanner, seedProducts } from '../kit/seed.ts'
import type { BenchServer } from '../kit/server.ts'

const connections = 8
const products = 20_000

export type AuditTimes = { read: string; times: LoadResult }

/**
 * Pages and counts of an audit trail with this many rows, requested by 8 concurrent users: without filters, by each
 * filter, and by common and rare texts.
 */
export async function benchAuditTrail(server: BenchServer, rows: number, seconds: number): Promise<AuditTimes[]> {
  const person = await signUp(server)
  const client = await server.connect()
  await seedProducts(client, person, products)
  await seedTrail(client, person, rows)
  const colleagues = await client.query<{ user_id: string }>('select user_id from audit_people where org_id = $1', [
    person.org_id,
  ])
  await client.end()
  const users = colleagues.rows.map(({ user_id }) => user_id)
  const times: AuditTimes[] = []
  for (const [read, next] of Object.entries(reads(users))) {
    const options = { headers: person.headers, connections, next: () => ({ path: `/api/v1${next()}` }) }
    times.push({ read, times: await load(server, { ...options, seconds }) })
  }
  return times
}

/**
 * Written directly into the table without its indexes, as the triggers would have written it, over two years and by 40
 * people.
 */
async function seedTrail(client: pg.Client, { org_id, user_id }: Person, rows: number): Promise<void> {
  await client.query(
    `insert into audit_people (org_id, user_id, email, username, salt, digest)
     select $1, gen_random_uuid(), 'colleague-' || n || '@example.com', 'Colleague ' || n, '\\x00', sha256(convert_to(n::text, 'UTF8'))
     from generate_series(1, 40) n`,
    [org_id],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'audit_trail' and indexname not like '%pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(
    `create temp table item as select row_number() over (order by id)::integer as n, id, name from products where org_id = '${org_id}';
     create temp table colleague as select row_number() over (order by user_id)::integer as n, user_id from audit_people
     where org_id = '${org_id}' and user_id <> '${user_id}'; analyze item; analyze colleague`,
  )
  await client.query(
    `insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary, created_at)
     select $1, c.user_id, case when kind < 0.55 then 'products' when kind < 0.8 then 'sales_orders' when kind < 0.97 then 'purchase_orders'
         when kind < 0.9998 then 'customers' else 'suppliers' end,
       i.id, case when kind < 0.1 then 'INSERT' when kind < 0.101 then 'DELETE' else 'UPDATE' end,
       jsonb_build_object('price', made.n % 97, 'name', i.name), jsonb_build_object('price', made.n % 89, 'name', i.name), i.id, i.name,
       case when kind < 0.1 then 'Created product' when kind < 0.101 then 'Deleted product'
         when kind < 0.5 then 'Updated price' when kind < 0.8 then 'Updated status'
         when kind < 0.97 then 'Updated record' else 'Updated field ' || field end,
       now() - make_interval(secs => 12.6 * ($2::integer - made.n))
     from (
       select n, floor(random() * (select count(*) from item))::integer + 1 as item_no, floor(40 * power(random(), 3))::integer + 1 as colleague_no,
         random() as kind, floor(random() * 40)::integer as field
       from generate_series(1, $2::integer) n) made
     join item i on i.n = made.item_no
     join colleague c on c.n = made.colleague_no`,
    [org_id, rows],
  )
  for (const { definition } of indexes) await client.query(definition)
  // Marked as sealed today: a seal over five million rows of one transaction doesn't occur in practice.
  await client.query(
    `insert into audit_seals (org_id, seal_no, payload, hash, signature, until_transaction, sealed_at)
     values ($1, 1, '{}', sha256('bench'), 'bench', pg_current_xact_id(), now())`,
    [org_id],
  )
  await describeToPlanner(client)
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const words = [
  'steel',
  'brass hinge',
  'oak board 20',
  'lamp',
  'b-00004',
  'updated price',
  'field 17',
  'colleague-7@',
  'deleted',
]

function reads(users: readonly string[]): Record<string, () => string> {
  const filters: Record<string, () => string> = {
    newest: () => '',
    'by type': () => `type=${pick(['products', 'suppliers', 'customers', 'sales_orders', 'categories'])}`,
    'by action': () => `action=${pick(['created', 'updated', 'deleted'])}`,
    'by user': () => `user_id=${pick(users)}`,
    'by days': () => {
      const ago = Math.floor(Math.random() * 700)
      return `from=${day(ago + 3)}&to=${day(ago)}`
    },
    'by all of these': () =>
      `type=products&action=updated&user_id=${pick(users)}&to=${day(Math.floor(Math.random() * 600))}`,
    'by text': () => `search=${encodeURIComponent(pick(words))}`,
    'by text and type': () => `search=${encodeURIComponent(pick(words))}&type=${pick(['products', 'suppliers'])}`,
  }
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, query]) => [
      [`page ${name}`, () => `/audit-trail?${query()}`],
      [`count ${name}`, () => `/audit-trail/count?${query()}`],
    ]),
  )
}
