import type pg from 'pg'

/** A well-formed UUID derived from the organization ($1) and a name: the same rows have the same ids in every run. */
const idOf = (kind: string, number: string) =>
  `overlay(overlay(md5($1::text || '${kind}' || ${number}) placing '7' from 13) placing 'a' from 17)::uuid`

/**
 * Fills an organization with `count` products as if they had been bought and sold: names from a few hundred words,
 * eight categories, three locations, every 40th low and every 100th out. Inserted directly into the tables, for tests
 * and measurements of reading only: there are levels and totals without the movements behind them.
 */
export async function manyProducts(admin: pg.Client, org_id: string, user_id: string, count: number): Promise<void> {
  const run = (text: string, values: unknown[] = [org_id]) => admin.query(text, values)
  await run(
    `insert into categories (org_id, id, user_id, name, color)
     select $1::uuid, ${idOf('category', 'n')}, $2, 'Category ' || n, '#3B82F6' from generate_series(0, 7) n`,
    [org_id, user_id],
  )
  await run(
    `insert into locations (org_id, id, user_id, name)
     select $1::uuid, ${idOf('location', 'n')}, $2, 'Location ' || n from generate_series(0, 2) n`,
    [org_id, user_id],
  )
  await run(
    `insert into products (org_id, id, user_id, name, sku, description, category_id, price, created_at)
     select $1::uuid, ${idOf('product', 'n')}, $2,
       (array['Blue','Steel','Oak','Heavy','Fine','Round','Small','Bright'])[1 + n % 8] || ' ' ||
       (array['bolt','washer','hinge','bracket','screw','panel','valve','handle','cable','lamp','ribbon'])[1 + n % 11] || ' ' || substr(md5(n::text), 1, 5),
       'SKU-' || lpad(n::text, 7, '0'), 'Packed in boxes of ' || n % 50, ${idOf('category', 'n % 8')}, n % 1000,
       '2026-01-01'::timestamptz + n * interval '1 second'
     from generate_series(1, $3::integer) n`,
    [org_id, user_id, count],
  )
  await run(
    'insert into lots (org_id, product_id, id, lot_number) select org_id, id, id, $2 from products where org_id = $1',
    [org_id, ''],
  )
  await run(
    `insert into product_totals (org_id, product_id, on_hand, available, minimum, name_sort, price, category_id)
     select org_id, id, q, q, case when n % 40 = 0 then 500 else 0 end, name_sort, price, category_id
     from products, lateral (select right(sku, 7)::integer as n) s, lateral (select case when n % 100 = 0 then 0 else 1 + n % 400 end as q) t
     where org_id = $1::uuid`,
  )
  await run('select app.audit_new_products($1, array_agg(id order by name)) from products where org_id = $1::uuid')
  await run(
    `insert into catalogue_totals (org_id, category_id, products, units, value_at_price, low, "out")
     select org_id, category_id, count(*), sum(on_hand), sum(on_hand * price), count(*) filter (where is_low), count(*) filter (where is_out)
     from product_totals where org_id = $1::uuid group by org_id, category_id`,
  )
  await run(
    `insert into stock_levels (org_id, product_id, location_id, lot_id, available)
     select t.org_id, t.product_id, ${idOf('location', 'n % 3')}, t.product_id, t.on_hand
     from product_totals t join products p on p.org_id = t.org_id and p.id = t.product_id, lateral (select right(sku, 7)::integer as n) s
     where t.org_id = $1::uuid`,
  )
  await admin.query(
    'vacuum analyze products, product_name_words, product_totals, stock_levels, categories, locations, lots',
  )
}
