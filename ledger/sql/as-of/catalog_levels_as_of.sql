-- Returns every level of a catalog as of a moment, with the same figures as kernel.levels_as_of returns for one
-- product, without locations where everything was zero. All contributions (the months, the partial month, and today's
-- levels if it is computed backwards from these) form one set of changes, each of one account in ten-thousandths, added
-- up in one pass and by as many processes as the server allows.
create or replace function kernel.catalog_levels_as_of(p_org_id uuid, p_at timestamptz, p_basis text)
returns table (product_id uuid, location_id uuid, lot_id uuid, available numeric, reserved numeric, held numeric, in_transit numeric,
  incoming numeric)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '256MB' set enable_indexscan = on
set enable_indexonlyscan = on as $$
declare
  start record;
  own uuid[] := app.location_ids();
begin
  perform kernel.require_organization(p_org_id);
  start := kernel.nearest_month(p_org_id, p_at);
  -- For the following query (kernel.catalog_movements), until the end of this function.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  return query execute format($query$
    select s.product_id, s.location_id, s.lot_id, s.available * 0.0001, s.reserved * 0.0001, s.held * 0.0001, s.in_transit * 0.0001,
      s.incoming * 0.0001
    from (
      select c.product_id, c.location_id, c.lot_id,
        coalesce(kernel.sum_bigint(c.change) filter (where c.account = 'available'), 0) as available,
        coalesce(kernel.sum_bigint(c.change) filter (where c.account = 'reserved'), 0) as reserved,
        coalesce(kernel.sum_bigint(c.change) filter (where c.account = 'held'), 0) as held,
        coalesce(kernel.sum_bigint(c.change) filter (where c.account = 'in_transit'), 0) as in_transit,
        coalesce(kernel.sum_bigint(c.change) filter (where c.account = 'incoming'), 0) as incoming
      from (
        select m.product_id, m.location_id, m.lot_id, m.account, %1$s (m.%2$s * 10000)::bigint as change
        from stock_months m
        where m.org_id = $1 and m.month %3$s ($2 at time zone 'UTC')::date
        union all
        select m.product_id, e.location_id, e.lot_id, e.account, %4$s (e.change * 10000)::bigint
        from %5$s m
        cross join lateral (values (m.from_location_id, m.from_lot_id, m.from_account, -m.quantity),
          (m.to_location_id, m.to_lot_id, m.to_account, m.quantity)) e (location_id, lot_id, account, change)
        where e.location_id is not null
        %6$s
      ) c
      %7$s
      group by c.product_id, c.location_id, c.lot_id
    ) s
    where s.available <> 0 or s.reserved <> 0 or s.held <> 0 or s.in_transit <> 0 or s.incoming <> 0
    $query$, case when start.from_today then '-' else '' end, p_basis, case when start.from_today then '>=' else '<' end,
    case when start.border <= p_at then '' else '-' end, kernel.catalog_movements(p_basis, start.border, p_at),
    case when start.from_today then $levels$
        union all
        select l.product_id, l.location_id, l.lot_id, b.account, (b.balance * 10000)::bigint
        from stock_levels l
        cross join lateral (values ('available', l.available), ('reserved', l.reserved), ('held', l.held), ('in_transit', l.in_transit),
          ('incoming', l.incoming)) b (account, balance)
        where l.org_id = $1 and b.balance <> 0
    $levels$ else '' end, case when own is null then '' else 'where c.location_id = any ($4)' end)
  using p_org_id, start.border, p_at, own;
end $$;
