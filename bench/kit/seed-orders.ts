import type pg from 'pg'
import type { Person } from './person.ts'
import { actAs, describeToPlanner } from './seed.ts'

/** Orders inserted per statement. */
const batch = 5_000

/**
 * Creates `count` sales and purchase orders, a fifth as many customers and a twentieth as many suppliers, for an
 * organization that has products: a history of months, inserted directly into the tables with their triggers. Sales
 * orders are cancelled and purchase orders are drafts, each with one line, so the data is sound without stock
 * movements.
 */
export async function seedOrders(client: pg.Client, person: Person, count: number): Promise<void> {
  await actAs(client, person)
  const run = (text: string, ...values: number[]) => client.query(text, [person.org_id, person.user_id, ...values])
  await client.query(`
    create temp table item as select row_number() over (order by id) as no, id from products where org_id = '${person.org_id}';
    create unique index on item (no); analyze item`)
  await run(
    `insert into customers (org_id, id, user_id, name, email)
     select $1::uuid, gen_random_uuid(), $2::uuid, (array['Ana','Ben','Carla','Dirk','Eva','Finn','Greta','Hugo','Ida','Jan'])[1 + n % 10] || ' '
       || (array['Andersson','Berg','Carlsen','Dahl','Eriksson','Fredriksen','Holm'])[1 + n % 7] || ' ' || n, 'buyer' || n || '@shop' || n % 97 || '.example'
     from generate_series(1, greatest($3::integer / 5, 1)) n`,
    count,
  )
  await run(
    `insert into suppliers (org_id, id, user_id, name)
     select $1::uuid, gen_random_uuid(), $2::uuid, 'Supplier ' || n from generate_series(1, greatest($3::integer / 20, 1)) n`,
    count,
  )
  await client.query(`
    create temp table buyer as select row_number() over (order by id) as no, id, name, email from customers where org_id = '${person.org_id}';
    create temp table seller as select row_number() over (order by id) as no, id from suppliers where org_id = '${person.org_id}';
    create unique index on buyer (no); create unique index on seller (no); analyze buyer; analyze seller`)
  for (let first = 1; first <= count; first += batch) {
    const last = Math.min(first + batch - 1, count)
    await run(salesOrders, first, last)
    await run(purchaseOrders, first, last)
  }
  await client.query('drop table item, buyer, seller')
  await describeToPlanner(client)
}

/** The n-th order, with a number like the server's and one line, dated a minute before the previous one. */
const drawn = `
  select n, gen_random_uuid() as id, gen_random_uuid() as line_id, lpad((n * 7919 % 1000000)::text, 6, '0') || '-' || lpad((n % 1000)::text, 3, '0') as number,
    i.id as product_id, 1 + n % 5 as quantity, (n % 400) / 4.0 + 1 as unit_price, now() - n * interval '1 minute' as at
  from generate_series($3::integer, $4::integer) n
  join item i on i.no = 1 + n % (select count(*) from item)`

const salesOrders = `
  with drawn as materialized (${drawn}),
  orders as (
    insert into sales_orders (org_id, id, user_id, user_reference, order_number, customer_id, customer_name, customer_email,
      status, total_amount, line_count, order_date, created_at)
    select $1::uuid, d.id, $2::uuid, 'bench', 'SO-' || d.number, b.id, b.name, b.email, 'cancelled', round(d.quantity * d.unit_price, 2), 1, d.at, d.at
    from drawn d join buyer b on b.no = 1 + d.n % (select count(*) from buyer)),
  steps as (
    insert into status_changes (org_id, id, sales_order_id, change_no, old_status, new_status, user_id, changed_by, created_at)
    select $1::uuid, gen_random_uuid(), d.id, s.change_no, s.old_status, s.new_status, $2::uuid, 'bench', d.at
    from drawn d cross join (values (1, null, 'pending'), (2, 'pending', 'cancelled')) s (change_no, old_status, new_status))
  insert into sales_order_items (org_id, id, sales_order_id, line_no, product_id, quantity, unit_price)
  select $1::uuid, line_id, id, 1, product_id, quantity, unit_price from drawn`

const purchaseOrders = `
  with drawn as materialized (${drawn}),
  orders as (
    insert into purchase_orders (org_id, id, user_id, user_reference, supplier_id, order_number, status, total_amount, line_count, created_at)
    select $1::uuid, d.id, $2::uuid, 'bench', s.id, 'PO-' || d.number, 'draft', round(d.quantity * d.unit_price, 2), 1, d.at
    from drawn d join seller s on s.no = 1 + d.n % (select count(*) from seller)),
  steps as (
    insert into status_changes (org_id, id, purchase_order_id, change_no, new_status, user_id, changed_by, created_at)
    select $1::uuid, gen_random_uuid(), id, 1, 'draft', $2::uuid, 'bench', at from drawn)
  insert into purchase_order_items (org_id, id, purchase_order_id, line_no, product_id, quantity, unit_price)
  select $1::uuid, line_id, id, 1, product_id, quantity, unit_price from drawn`
