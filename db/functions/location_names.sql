-- The names of the locations a transfer may name: for a limited member theirs and, as destinations, the active ones of
-- others. Security definer, because the policies show a limited member no other location at all.
create or replace function app.location_names(p_org_id uuid) returns table (id uuid, name text, is_destination boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query
    select l.id, l.name, l.is_active and l.hidden_at is null from locations l
    where l.org_id = p_org_id
      and (app.location_ids() is null or l.id = any (app.location_ids()) or (l.is_active and l.hidden_at is null));
end $$;
