-- Open invitations name only active locations: a location that is deleted or deactivated is removed from them. An
-- invitation that loses its last location ends permanently; it never becomes one for all locations.
create or replace function app.void_invitations_of_locations() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_being_removed(old.org_id) then
    return null;
  end if;
  update public.invitations i
  set location_ids = case when cardinality(i.location_ids) > 1 then array_remove(i.location_ids, old.id) else i.location_ids end,
    revoked_at = case when cardinality(i.location_ids) = 1 then app.now() end
  where i.org_id = old.org_id and i.accepted_at is null and i.revoked_at is null and old.id = any (i.location_ids);
  return null;
end $$;

create or replace trigger void_invitations after update of is_active on public.locations
  for each row when (old.is_active and not new.is_active) execute function app.void_invitations_of_locations();
create or replace trigger void_invitations_of_deleted after delete on public.locations
  for each row execute function app.void_invitations_of_locations();
