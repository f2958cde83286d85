-- The next products of a limited member's list by stock, with the key of the order (on_hand_sort); no rows if they
-- can't be found without adding up the stock of all products. Beginning with the most: a product has at most as much at
-- these locations as at all, so only products with at least as much as the last of the page have to be looked up, if
-- these are five thousand at most. Beginning with the least: those without stock are stored if sums are kept for the
-- locations. Security definer, because sums over all locations aren't the member's to read; only their own are
-- returned.
create or replace function app.own_products_by_stock(
  p_org_id uuid, p_descending boolean, p_after_sort bigint, p_after_id uuid, p_limit integer)
returns table (product_id uuid, on_hand_sort bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own constant uuid[] := app.location_ids();
  own_set constant uuid := app.own_location_set(p_org_id);
  look integer := 300;
  needed integer;
  found_ids uuid[];
  found_sorts bigint[];
begin
  if p_org_id::text is distinct from current_setting('app.org_id', true) or own is null then
    return;
  end if;
  if not p_descending then
    if own_set is null or p_after_sort > 0 then
      return;
    end if;
    found_ids := array(
      select w.product_id from location_set_low w
      where w.org_id = p_org_id and w.set_id = own_set and w.low_ratio_sort = 0 and w.is_out
        and (p_after_id is null or w.product_id > p_after_id)
      order by w.product_id limit p_limit);
    if cardinality(found_ids) = p_limit then
      return query select id, 0::bigint from unnest(found_ids) as id;
    end if;
    return;
  end if;
  loop
    with most as materialized (
      select t.product_id, t.on_hand_sort from product_totals t
      where t.org_id = p_org_id and not t.archived
      order by t.on_hand_sort desc, t.product_id desc limit look
    ), own_most as (
      select m.product_id, (least(coalesce((
          select sum(l.available + l.reserved) from stock_levels l
          where l.org_id = p_org_id and l.product_id = m.product_id and l.location_id = any (own)), 0), 900000000000000) * 10000)::bigint as on_hand_sort
      from most m
    ), page as (
      select o.product_id, o.on_hand_sort from own_most o
      where p_after_id is null or (o.on_hand_sort, o.product_id) < (p_after_sort, p_after_id)
      order by o.on_hand_sort desc, o.product_id desc limit p_limit
    )
    select array_agg(p.product_id order by p.on_hand_sort desc, p.product_id desc),
      array_agg(p.on_hand_sort order by p.on_hand_sort desc, p.product_id desc)
    into found_ids, found_sorts
    from page p;
    if coalesce(cardinality(found_ids), 0) < p_limit then
      return;
    end if;
    select count(*) into needed from (
      select from product_totals t
      where t.org_id = p_org_id and not t.archived and t.on_hand_sort >= found_sorts[p_limit] limit 5001) as counted;
    if needed <= look then
      return query select * from unnest(found_ids, found_sorts);
      return;
    end if;
    if needed > 5000 then
      return;
    end if;
    look := needed;
  end loop;
end $$;
