-- The names of the locations that a transfer may use: for a limited member their own and, as destinations, other active
-- ones. Security definer, because the policies hide all other locations from a limited member.
create or replace function app.location_names(p_org_id uuid) returns table (id uuid, name text, is_destination boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query
    select l.id, l.name, l.is_active and l.hidden_at is null from locations l
    where l.org_id = p_org_id
      and (app.location_ids() is null or l.id = any (app.location_ids()) or (l.is_active and l.hidden_at is null));
end $$;
