import type pg from 'pg'

/**
 * Fills an organization with `count` purchase orders of one line each, inserted directly into the tables, only for
 * tests and measurements of reading: numbers PO-000001-001 and so on (the last part repeats), twenty suppliers, every
 * fifth a draft, every tenth open, the rest received or cancelled (paid in full, so that a refund is due); every
 * twenty-fifth is partly paid.
 */
export async function manyOrders(admin: pg.Client, org_id: string, user_id: string, count: number): Promise<void> {
  await admin.query(
    `insert into suppliers (org_id, id, user_id, name)
     select $1, gen_random_uuid(), $2, 'Supplier ' || n from generate_series(1, 20) n`,
    [org_id, user_id],
  )
  await admin.query(
    `with s as (select array_agg(id order by name) as ids from suppliers where org_id = $1)
     insert into purchase_orders (org_id, id, user_id, user_reference, supplier_id, order_number, expected_date, status, payment_status,
       total_amount, paid_amount, open_lines, line_count, ordered_at, cancelled_at, created_at)
     select $1, gen_random_uuid(), $2, 'someone', s.ids[1 + n % 20], 'PO-' || lpad(n::text, 6, '0') || '-' || lpad((n % 100)::text, 3, '0'),
       case when n % 3 > 0 then '2026-01-01'::date + n % 700 end, t.status, p.status, n % 5000,
       case p.status when 'pending' then 0 when 'partial' then n % 5000 / 2 else n % 5000 end, (t.status = 'ordered')::integer, 1,
       case when t.status in ('ordered', 'received') then now() end, case when t.status = 'cancelled' then now() end,
       '2026-01-01'::timestamptz + n * interval '1 minute'
     from s, generate_series(1, $3::integer) n,
       lateral (select case when n % 10 = 0 then 'ordered' when n % 5 = 1 then 'draft' when n % 50 = 2 then 'cancelled' else 'received' end as status) t,
       lateral (select case when t.status = 'draft' then 'pending' when n % 25 = 3 then 'partial' else 'paid' end as status) p`,
    [org_id, user_id, count],
  )
  await admin.query('vacuum analyze purchase_orders, suppliers')
}

/**
 * Fills an organization with `count` sales orders of one line each, in the same way: numbers SO-000001-001 and so on, a
 * customer for every fifth (names of twenty first and forty last names, then a number), a shipment with a tracking
 * number for every second.
 */
export async function manySales(admin: pg.Client, org_id: string, user_id: string, count: number): Promise<void> {
  await admin.query(
    `insert into customers (org_id, id, user_id, name, email, phone)
     select $1, gen_random_uuid(), $2, f || ' ' || l || 'son ' || n, lower(f) || n || '@shop' || n % 90 || '.example', '555-' || lpad(n::text, 6, '0')
     from generate_series(0, $3::integer / 5) n,
       lateral (select (array['Ana','Ben','Carla','Dirk','Eva','Finn','Greta','Hugo','Ida','Jan','Kira','Lars','Mona','Nils','Olga','Paul','Rita','Sven','Tina','Uwe'])[1 + n % 20] as f,
         (array['Ander','Berg','Carl','Dahl','Erik','Fredrik','Gustaf','Hans','Isak','Jakob'])[1 + n % 10] || (array['s','sen','a','o'])[1 + n % 4] as l) names`,
    [org_id, user_id, count],
  )
  await admin.query(
    `with c as materialized (select id, name, email, row_number() over (order by name) as no from customers where org_id = $1)
     insert into sales_orders (org_id, id, user_id, user_reference, order_number, customer_id, customer_name, customer_email, status, total_amount,
       line_count, order_date, created_at)
     select $1, gen_random_uuid(), $2, 'someone', 'SO-' || lpad(n::text, 6, '0') || '-' || lpad((n * 7 % 1000)::text, 3, '0'),
       c.id, c.name, c.email, 'delivered', n % 5000, 1,
       '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz + n * interval '1 minute'
     from generate_series(1, $3::integer) n join c on c.no = 1 + n % ($3::integer / 5)`,
    [org_id, user_id, count],
  )
  await admin.query(
    `insert into shipments (org_id, id, sales_order_id, shipment_no, tracking_number, is_implicit, status, user_id, user_reference, created_at)
     select org_id, gen_random_uuid(), id, 1, '1Z' || lpad((hashtext(order_number) & 2147483647)::text, 10, '0'), true, 'pending', $2, 'someone', created_at
     from sales_orders where org_id = $1 and total_amount::integer % 2 = 0`,
    [org_id, user_id],
  )
  await admin.query('vacuum analyze sales_orders, customers, shipments, search_words')
}
