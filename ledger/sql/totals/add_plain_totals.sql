-- Adds what the plain postings of kernel.write_plain change to the totals of their products, to the products' sums of
-- the month (protected by the lock on the totals) and to the sums of the catalog, as kernel.write_totals,
-- kernel.write_months and kernel.count_changes do. Returns the products' figures afterwards, in parallel arrays.
create or replace function kernel.add_plain_totals(
  p_org_id uuid, p_levels kernel.plain_levels, p_month date, out product_ids uuid[], out on_hand numeric[], out available numeric[],
  out held numeric[])
language plpgsql as $$
declare
  changed_ids uuid[];
  changes numeric[];
  rises boolean[];
  waited_for uuid[];
begin
  -- What a product loses at one location doesn't hide what it gains at another, where an order may wait.
  select array_agg(t.product_id), array_agg(t.change), array_agg(t.rises) into changed_ids, changes, rises
  from (
    select t.product_id, c.change, c.rises
    from (
      select l.product_id, sum(l.change) as change, bool_or(l.change > 0) as rises
      from unnest(p_levels.product_ids, p_levels.changes, p_levels.posting_nos) as l (product_id, change, posting_no)
      where l.posting_no is not null
      group by l.product_id
    ) c
    join product_totals t on t.org_id = p_org_id and t.product_id = c.product_id
    order by t.product_id
    for no key update of t
  ) t;

  -- The slots of the sums are chosen as in kernel.add_to_catalog_totals.
  with total as (
    update product_totals t
    set on_hand = t.on_hand + c.change, available = t.available + c.change
    from unnest(changed_ids, changes, rises) as c (product_id, change, rises)
    where t.org_id = p_org_id and t.product_id = c.product_id
    returning t.product_id, t.category_id, t.on_hand, t.available, t.held, t.backordered > 0 and c.rises as is_waited_for,
      c.change as units, c.change * t.price as value_at_price, t.is_low::integer - (t.on_hand - c.change <= t.minimum)::integer as low,
      t.is_out::integer - (t.on_hand = c.change)::integer as "out"
  ), month_of_product as (
    insert into product_months as m (org_id, product_id, month, available_happened, available_recorded)
    select p_org_id, c.product_id, p_month, (c.change * 10000)::bigint, (c.change * 10000)::bigint
    from unnest(changed_ids, changes) as c (product_id, change)
    on conflict (org_id, product_id, month)
    do update set available_happened = m.available_happened + excluded.available_happened,
      available_recorded = m.available_recorded + excluded.available_recorded
  ), category as (
    select t.category_id, sum(t.units) as units, sum(t.value_at_price) as value_at_price, sum(t.low) as low, sum(t."out") as "out"
    from total t
    group by t.category_id
  ), free as materialized (
    -- Chosen once: after an update, another slot would be free.
    select c.*, s.slot
    from category c
    cross join lateral (
      select s.slot from catalogue_totals s
      where s.org_id = p_org_id and s.category_id = c.category_id
      limit 1 for no key update skip locked
    ) s
  ), counted as (
    update catalogue_totals s
    set units = s.units + f.units, value_at_price = s.value_at_price + f.value_at_price, low = s.low + f.low, "out" = s."out" + f."out"
    from free f
    where s.org_id = p_org_id and s.category_id = f.category_id and s.slot = f.slot
    returning s.category_id
  ), slot as (
    insert into catalogue_totals (org_id, category_id, products, archived, units, value_at_price, low, "out")
    select p_org_id, c.category_id, 0, 0, c.units, c.value_at_price, c.low, c."out"
    from category c
    where c.category_id not in (select d.category_id from counted d)
  )
  select array_agg(t.product_id), array_agg(t.on_hand), array_agg(t.available), array_agg(t.held),
    array_agg(t.product_id order by t.product_id) filter (where t.is_waited_for)
  into product_ids, on_hand, available, held, waited_for
  from total t;

  if waited_for is not null then
    insert into outbox (org_id, kind, payload) values (p_org_id, 'backorders', jsonb_build_object('product_ids', waited_for));
  end if;
end $$;
