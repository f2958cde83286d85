import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Person } from './person.ts'

export type Seeded = { productIds: string[]; location_id: string }

const chunk = 500

/**
 * Fills an organisation with products that have opening stock, through the ledger's own functions, as an administrator.
 * Names are made of common words so that a search finds some of many; every 20th product is low, and at least the first
 * 50: a page is as long in a small organisation as in a large one.
 */
export async function seedProducts(client: pg.Client, person: Person, count: number): Promise<Seeded> {
  await client.query(
    `set app.org_id = '${person.org_id}'; set app.locations = 'all'; set app.user_id = '${person.user_id}'`,
  )
  const { rows: places } = await client.query<{ id: string }>(
    'select id from locations where org_id = $1 and is_default',
    [person.org_id],
  )
  const location_id = places[0]?.id ?? ''
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
    await client.query('select kernel.initialise_products($1, $2, $3::uuid[], $4::numeric[])', [
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
    // Or every foreign-key check reads all products of an organisation that the planner believes to be empty.
    if (start === 0) await client.query('analyze')
  }
  await client.query('vacuum analyze')
  return { productIds, location_id }
}

/**
 * As many sales and purchase orders, a fifth as many customers and a twentieth as many suppliers, written straight into
 * the tables: a search reads them, and what they would have done to stock is nothing to it.
 */
export async function seedOrders(client: pg.Client, person: Person, count: number): Promise<void> {
  const run = (text: string) => client.query(text, [person.org_id, person.user_id, count])
  await run(`
    insert into customers (org_id, id, user_id, name, email)
    select $1::uuid, gen_random_uuid(), $2::uuid, (array['Ana','Ben','Carla','Dirk','Eva','Finn','Greta','Hugo','Ida','Jan'])[1 + n % 10] || ' '
      || (array['Andersson','Berg','Carlsen','Dahl','Eriksson','Fredriksen','Holm'])[1 + n % 7] || ' ' || n, 'buyer' || n || '@shop' || n % 97 || '.example'
    from generate_series(1, greatest($3::integer / 5, 1)) n`)
  await run(`
    insert into suppliers (org_id, id, user_id, name)
    select $1::uuid, gen_random_uuid(), $2::uuid, 'Supplier ' || n from generate_series(1, greatest($3::integer / 20, 1)) n`)
  // Without triggers: nothing that is measured reads what these write for each order.
  await client.query('set session_replication_role = replica')
  await run(`
    with c as materialized (select id, name, email, row_number() over (order by id) as no from customers where org_id = $1::uuid)
    insert into sales_orders (org_id, id, user_id, user_reference, order_number, customer_id, customer_name, customer_email, status, total_amount, order_date)
    select $1::uuid, gen_random_uuid(), $2::uuid, 'bench', 'SO-' || lpad((n * 7919 % 1000000)::text, 6, '0') || '-' || lpad((n % 1000)::text, 3, '0'),
      c.id, c.name, c.email, 'delivered', n % 5000, now() - n * interval '1 minute'
    from generate_series(1, $3::integer) n join c on c.no = 1 + n % greatest($3::integer / 5, 1)`)
  await run(`
    with s as materialized (select id, row_number() over (order by id) as no from suppliers where org_id = $1::uuid)
    insert into purchase_orders (org_id, id, user_id, user_reference, supplier_id, order_number, status, created_at)
    select $1::uuid, gen_random_uuid(), $2::uuid, 'bench', s.id, 'PO-' || lpad((n * 7919 % 1000000)::text, 6, '0') || '-' || lpad((n % 1000)::text, 3, '0'),
      'draft', now() - n * interval '1 minute'
    from generate_series(1, $3::integer) n join s on s.no = 1 + n % greatest($3::integer / 20, 1)`)
  await client.query('reset session_replication_role')
  await client.query('vacuum analyze')
}
