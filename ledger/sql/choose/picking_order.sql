-- The order in which units are picked among some locked levels of one product: the default location first, then the
-- location with the most available, then by id; within a location the lot that expires first, then the oldest. Expired
-- lots come last (p_expired 'any'), first ('first') or not at all ('never'); a lot expires at the end of its day in the
-- organization's time zone.
create or replace function kernel.picking_order(p_org_id uuid, p_levels kernel.levels, p_candidates integer[], p_expired text) returns integer[]
language plpgsql stable as $$
begin
  return (
    select coalesce(array_agg(c.i order by c.is_default desc, c.location_available desc, c.location_id,
      c.expired = (p_expired = 'first') desc, c.expires_on nulls last, c.created_at, c.lot_id), '{}')
    from (
      select n.i, p_levels.location_ids[n.i] as location_id, p_levels.lot_ids[n.i] as lot_id, l.is_default, t.expires_on, t.created_at,
        sum(p_levels.balances[n.i][1]) over (partition by p_levels.location_ids[n.i]) as location_available,
        coalesce(t.expires_on < (now() at time zone g.time_zone)::date, false) as expired
      from unnest(p_candidates) as n (i)
      join organizations g on g.org_id = p_org_id
      join locations l on l.org_id = p_org_id and l.id = p_levels.location_ids[n.i]
      join lots t on t.org_id = p_org_id and t.product_id = p_levels.product_ids[n.i] and t.id = p_levels.lot_ids[n.i]
    ) c
    where not (c.expired and p_expired = 'never'));
end $$;
