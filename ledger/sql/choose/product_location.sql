-- Returns where units of a product go if no location is named: the active location that its `location` text names, else
-- its only active location with stock, else the default. Null if the organization has no default location. For a
-- limited member, only their own locations are considered (those the transaction works with, and p_location_ids if it
-- works with all); if the default isn't theirs, their oldest one is used.
create or replace function kernel.product_location(p_org_id uuid, p_product_id uuid, p_location_ids uuid[] default null) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own uuid[] := coalesce(app.location_ids(), p_location_ids);
begin
  perform kernel.require_organization(p_org_id);
  return coalesce(
    (select l.id from locations l
      join products p on p.org_id = l.org_id and p.id = p_product_id and lower(p.location) = lower(l.name)
      where l.org_id = p_org_id and l.is_active and l.hidden_at is null and (own is null or l.id = any (own))),
    (select (array_agg(distinct s.location_id))[1] from stock_levels s
      join locations l on l.org_id = s.org_id and l.id = s.location_id and l.is_active and l.hidden_at is null
      where s.org_id = p_org_id and s.product_id = p_product_id and s.available + s.reserved > 0
        and (own is null or s.location_id = any (own))
      having count(distinct s.location_id) = 1),
    (select l.id from locations l where l.org_id = p_org_id and l.is_default and (own is null or l.id = any (own))),
    (select l.id from locations l
      where own is not null and l.org_id = p_org_id and l.id = any (own) and l.is_active and l.hidden_at is null
      order by l.created_at, l.id limit 1));
end $$;
