-- Takes the locks of plain lines (kernel.plain_lines) in the order of kernel.lock_levels: locations, products, levels.
-- Returns the locked levels in key order and, for each line, its level and cost; no level for a line that turns out not
-- to be plain, or would be refused.
create or replace function kernel.lock_plain_levels(p_org_id uuid, p_lines kernel.line[]) returns kernel.plain_levels
language plpgsql as $$
declare
  locked kernel.plain_levels;
begin
  perform 1 from locations
  where org_id = p_org_id and id = any (array(select distinct l.location_id from unnest(p_lines) as l))
  order by id for key share;
  perform 1 from products
  where org_id = p_org_id and id = any (array(select distinct l.product_id from unnest(p_lines) as l))
  order by id for key share;

  select array_agg(s.product_id), array_agg(s.location_id), array_agg(s.lot_id), array_agg(s.version), array_agg(s.available),
    max(s.last_recorded_at)
  into locked.product_ids, locked.location_ids, locked.lot_ids, locked.versions, locked.availables, locked.newest
  from (
    select s.*
    from (select distinct l.product_id, l.location_id, l.lot_id from unnest(p_lines) as l) n
    join stock_levels s on s.org_id = p_org_id and s.product_id = n.product_id and s.location_id = n.location_id and s.lot_id = n.lot_id
    order by s.product_id, s.location_id, s.lot_id
    for no key update of s
  ) s;

  select array_agg(case when p.id is not null and o.id is not null then v.i end order by l.ordinality),
    array_agg(coalesce(l.unit_cost, p.cost_price, 0) order by l.ordinality)
  into locked.level_indexes, locked.unit_costs
  from unnest(p_lines) with ordinality as l
  left join unnest(locked.product_ids, locked.location_ids, locked.lot_ids) with ordinality
    as v (product_id, location_id, lot_id, i)
    on v.product_id = l.product_id and v.location_id = l.location_id and v.lot_id = l.lot_id
  left join locations o on o.org_id = p_org_id and o.id = l.location_id and o.is_active and o.hidden_at is null
    and (l.location_ids is null or o.id = any (l.location_ids))
  left join products p on p.org_id = p_org_id and p.id = l.product_id and p.archived_at is null
    and l.quantity = trunc(l.quantity, p.quantity_decimals)
    and (l.to_account = 'available' or l.lot_id = l.product_id and not exists (
      select from stock_levels s
      where s.org_id = p_org_id and s.product_id = l.product_id and s.location_id = l.location_id and s.lot_id <> l.lot_id));
  return locked;
end $$;
