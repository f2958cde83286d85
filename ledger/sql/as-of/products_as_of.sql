-- Returns products as of a moment with their five sums over all locations, without products that had nothing anywhere.
-- Uses both clocks and the same methods as kernel.levels_as_of, with the monthly sums of products.
create or replace function kernel.products_as_of(p_org_id uuid, p_at timestamptz, p_basis text)
returns table (product_id uuid, available numeric, reserved numeric, held numeric, in_transit numeric, incoming numeric)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '128MB' set enable_indexscan = on
set enable_indexonlyscan = on as $$
#variable_conflict use_column
declare
  start record;
begin
  perform kernel.require_organization(p_org_id);
  -- The sums of products are over all locations: a limited member's are summed from levels.
  if app.location_ids() is not null then
    return query
      select l.product_id, sum(l.available), sum(l.reserved), sum(l.held), sum(l.in_transit), sum(l.incoming)
      from kernel.catalog_levels_as_of(p_org_id, p_at, p_basis) l
      group by l.product_id
      having (sum(l.available), sum(l.reserved), sum(l.held), sum(l.in_transit), sum(l.incoming)) <> (0, 0, 0, 0, 0);
    return;
  end if;
  start := kernel.nearest_month(p_org_id, p_at);
  -- Refuses an unknown clock before it is used as a column name.
  perform kernel.movement_period(p_basis, start.border, p_at);
  -- For the following query (kernel.catalog_movements), until the end of this function.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  return query execute format($query$
    with months as (
      select m.product_id, sum(m.available_%1$s) as available, sum(m.reserved_%1$s) as reserved, sum(m.held_%1$s) as held,
        sum(m.in_transit_%1$s) as in_transit, sum(m.incoming_%1$s) as incoming
      from product_months m
      where m.org_id = $1 and m.month %2$s ($2 at time zone 'UTC')::date
      group by m.product_id
    ), rest as (
      select m.product_id,
        sum(m.quantity * ((m.to_account = 'available')::integer - (m.from_account = 'available')::integer)) as available,
        sum(m.quantity * ((m.to_account = 'reserved')::integer - (m.from_account = 'reserved')::integer)) as reserved,
        sum(m.quantity * ((m.to_account = 'held')::integer - (m.from_account = 'held')::integer)) as held,
        sum(m.quantity * ((m.to_account = 'in_transit')::integer - (m.from_account = 'in_transit')::integer)) as in_transit,
        sum(m.quantity * ((m.to_account = 'incoming')::integer - (m.from_account = 'incoming')::integer)) as incoming
      from %3$s m
      where m.from_account <> m.to_account
      group by m.product_id
    )
    select s.* from (
      select t.product_id,
        %4$s t.available %5$s coalesce(m.available, 0) * 0.0001 %6$s coalesce(r.available, 0) as available,
        %4$s (t.on_hand - t.available) %5$s coalesce(m.reserved, 0) * 0.0001 %6$s coalesce(r.reserved, 0) as reserved,
        %4$s t.held %5$s coalesce(m.held, 0) * 0.0001 %6$s coalesce(r.held, 0) as held,
        %4$s t.in_transit %5$s coalesce(m.in_transit, 0) * 0.0001 %6$s coalesce(r.in_transit, 0) as in_transit,
        %4$s t.incoming %5$s coalesce(m.incoming, 0) * 0.0001 %6$s coalesce(r.incoming, 0) as incoming
      from product_totals t
      left join months m on m.product_id = t.product_id
      left join rest r on r.product_id = t.product_id
      where t.org_id = $1
    ) s
    where s.available <> 0 or s.reserved <> 0 or s.held <> 0 or s.in_transit <> 0 or s.incoming <> 0
    $query$, p_basis, case when start.from_today then '>=' else '<' end,
    kernel.catalog_movements(p_basis, start.border, p_at),
    case when start.from_today then '' else '0 *' end, case when start.from_today then '-' else '+' end,
    case when start.border <= p_at then '+' else '-' end)
  using p_org_id, start.border, p_at;
end $$;
