-- Levels as of a moment, of one product or of all, leaving out places where everything was zero.
-- `recorded`: what the books said then. `happened`: what was there by the dates people gave, late entries included; that view may be
-- negative. A recent moment is today's levels minus what came after; an older one is the monthly sums before its month plus the part
-- month. Both give the same; the border is where they cost the same (docs/decisions/0011).
create or replace function kernel.levels_as_of(p_org_id uuid, p_at timestamptz, p_basis text, p_product_id uuid default null)
returns table (product_id uuid, location_id uuid, lot_id uuid, available numeric, reserved numeric, held numeric, in_transit numeric,
  incoming numeric)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  month_start timestamptz := date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC';
  by_months boolean := p_at < clock_timestamp() - interval '45 days';
begin
  perform kernel.require_organization(p_org_id);
  return query
    select s.product_id, s.location_id, s.lot_id,
      coalesce(sum(s.quantity) filter (where s.account = 'available'), 0), coalesce(sum(s.quantity) filter (where s.account = 'reserved'), 0),
      coalesce(sum(s.quantity) filter (where s.account = 'held'), 0), coalesce(sum(s.quantity) filter (where s.account = 'in_transit'), 0),
      coalesce(sum(s.quantity) filter (where s.account = 'incoming'), 0)
    from (
      select l.product_id, l.location_id, l.lot_id, a.account, a.quantity
      from stock_levels l
      cross join lateral (values ('available', l.available), ('reserved', l.reserved), ('held', l.held), ('in_transit', l.in_transit),
        ('incoming', l.incoming)) a (account, quantity)
      where not by_months and l.org_id = p_org_id and (p_product_id is null or l.product_id = p_product_id)
      union all
      select m.product_id, m.location_id, m.lot_id, m.account, case p_basis when 'recorded' then m.recorded else m.happened end
      from stock_months m
      where by_months and m.org_id = p_org_id and (p_product_id is null or m.product_id = p_product_id) and m.month < month_start::date
      union all
      select c.product_id, c.location_id, c.lot_id, c.account, case when by_months then c.change else -c.change end
      from kernel.changes_between(p_org_id, p_basis, case when by_months then month_start else p_at end,
        case when by_months then p_at else 'infinity' end, by_months, p_product_id) c
    ) s
    group by s.product_id, s.location_id, s.lot_id
    having sum(s.quantity) filter (where s.account = 'available') <> 0 or sum(s.quantity) filter (where s.account = 'reserved') <> 0
      or sum(s.quantity) filter (where s.account = 'held') <> 0 or sum(s.quantity) filter (where s.account = 'in_transit') <> 0
      or sum(s.quantity) filter (where s.account = 'incoming') <> 0;
end $$;
