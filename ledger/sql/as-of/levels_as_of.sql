-- Returns the levels of one product as of a moment, without locations where everything was zero
-- (kernel.catalog_levels_as_of returns those of all products). `recorded`: what was recorded by that time.
-- `happened`: the stock by the dates people entered, including late entries; it may be negative. Whole months come from
-- their sums and the partial month from its movements, starting from today or from the beginning
-- (kernel.nearest_month); both return the same. A limited member gets the levels of their locations.
create or replace function kernel.levels_as_of(p_org_id uuid, p_at timestamptz, p_basis text, p_product_id uuid)
returns table (product_id uuid, location_id uuid, lot_id uuid, available numeric, reserved numeric, held numeric, in_transit numeric,
  incoming numeric)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  start record;
  own uuid[] := app.location_ids();
begin
  perform kernel.require_organization(p_org_id);
  start := kernel.nearest_month(p_org_id, p_at);
  return query
    with change as (
      select c.product_id, c.location_id, c.lot_id,
        sum(c.quantity) filter (where c.account = 'available') as available, sum(c.quantity) filter (where c.account = 'reserved') as reserved,
        sum(c.quantity) filter (where c.account = 'held') as held, sum(c.quantity) filter (where c.account = 'in_transit') as in_transit,
        sum(c.quantity) filter (where c.account = 'incoming') as incoming
      from (
        select m.product_id, m.location_id, m.lot_id, m.account, case when p_basis = 'recorded' then m.recorded else m.happened end as quantity
        from stock_months m
        where not start.from_today and m.org_id = p_org_id and m.product_id = p_product_id
          and m.month < (start.border at time zone 'UTC')::date
        union all
        select m.product_id, m.location_id, m.lot_id, m.account, case when p_basis = 'recorded' then -m.recorded else -m.happened end
        from stock_months m
        where start.from_today and m.org_id = p_org_id and m.product_id = p_product_id
          and m.month >= (start.border at time zone 'UTC')::date
        union all
        select c.product_id, c.location_id, c.lot_id, c.account, c.change
        from kernel.changes_between(p_org_id, p_basis, start.border, p_at, p_product_id) c
      ) c
      where own is null or c.location_id = any (own)
      group by c.product_id, c.location_id, c.lot_id
    )
    select product_id, location_id, lot_id, s.available, s.reserved, s.held, s.in_transit, s.incoming
    from (
      select c.product_id, c.location_id, c.lot_id, coalesce(c.available, 0) as available, coalesce(c.reserved, 0) as reserved,
        coalesce(c.held, 0) as held, coalesce(c.in_transit, 0) as in_transit, coalesce(c.incoming, 0) as incoming
      from change c where not start.from_today
      union all
      select l.product_id, l.location_id, l.lot_id, l.available + coalesce(c.available, 0), l.reserved + coalesce(c.reserved, 0),
        l.held + coalesce(c.held, 0), l.in_transit + coalesce(c.in_transit, 0), l.incoming + coalesce(c.incoming, 0)
      from stock_levels l
      left join change c on c.product_id = l.product_id and c.location_id = l.location_id and c.lot_id = l.lot_id
      where start.from_today and l.org_id = p_org_id and l.product_id = p_product_id
        and (own is null or l.location_id = any (own))
    ) s
    where s.available <> 0 or s.reserved <> 0 or s.held <> 0 or s.in_transit <> 0 or s.incoming <> 0;
end $$;
