import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Person } from './person.ts'

export type Seeded = { productIds: string[]; location_id: string }

/** An organization with products that have stock, and its owner. */
export type Shop = Seeded & { person: Person }

const chunk = 500

/** Sets the user for what this connection writes. */
export async function actAs(client: pg.Client, { org_id, user_id }: Person): Promise<void> {
  await client.query(`set app.org_id = '${org_id}'; set app.locations = 'all'; set app.user_id = '${user_id}'`)
}

/**
 * Fills an organization with products that have opening stock, using the ledger's own functions, as an administrator.
 * Names consist of common words, so a search finds some of many. Every 20th product is low, and at least the first 50,
 * so a page is as long in a small organization as in a large one. With many products, tables are vacuumed afterwards.
 */
export async function seedProducts(client: pg.Client, person: Person, count: number): Promise<Seeded> {
  await actAs(client, person)
  const { rows: locations } = await client.query<{ id: string }>(
    'select id from locations where org_id = $1 and is_default',
    [person.org_id],
  )
  const location_id = locations[0]?.id ?? ''
  const productIds = Array.from({ length: count }, () => randomUUID())
  await client.query(
    `insert into products (org_id, id, user_id, name, sku, description, price, cost_price)
     select $1, id, $2,
       (array['Steel','Brass','Copper','Oak','Cotton','Glass','Rubber','Paper'])[1 + n % 8] || ' ' ||
       (array['bolt','hinge','valve','board','cloth','jar','seal','box','lamp','gear','plate'])[1 + n % 11] || ' ' || n,
       'B-' || lpad(n::text, 6, '0'), 'Sold by the piece, size ' || n % 97, (n % 500) / 4.0 + 1, (n % 500) / 8.0 + 0.5
     from unnest($3::uuid[]) with ordinality as made (id, n)`,
    [person.org_id, person.user_id, productIds],
  )
  for (let start = 0; start < count; start += chunk) {
    const ids = productIds.slice(start, start + chunk)
    await client.query('begin')
    await client.query('select kernel.initialize_products($1, $2, $3::uuid[], $4::numeric[])', [
      person.org_id,
      person.user_id,
      ids,
      ids.map((_id, place) => (place % 20 === 0 || start + place < 50 ? 1_000_000 : 5)),
    ])
    const postings = ids.map((product_id) => ({
      id: randomUUID(),
      kind: 'opening',
      user_reference: 'bench',
      lines: [
        {
          product_id,
          from_account: 'opening',
          to_account: 'available',
          to_location_id: location_id,
          quantity: 100_000,
        },
      ],
    }))
    await client.query('select kernel.post_many($1, $2, $3::jsonb)', [
      person.org_id,
      person.user_id,
      JSON.stringify(postings),
    ])
    await client.query('commit')
    // Otherwise every foreign-key check reads all products of an organization that the planner assumes to be empty.
    if (start === 0 && count > chunk) await describeToPlanner(client)
  }
  if (count > chunk) await describeToPlanner(client)
  return { productIds, location_id }
}

/**
 * Vacuums and analyzes the tables that have rows, as autovacuum does. An empty one keeps the planner's assumption of
 * ten pages: once analyzed, it would count as empty, and the foreign-key checks of the first thousands of orders would
 * read all rows of the organization (444 orders a second fell to 163 within half a minute).
 */
export async function describeToPlanner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ filled: string }>(`
    select string_agg(format('%I.%I', n.nspname, c.relname), ', ') as filled
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')
      and pg_relation_size(c.oid) > 0`)
  await client.query(`vacuum (analyze) ${rows[0]?.filled ?? ''}`)
}
