-- Removes an organization that has had no member for 30 days, with all its data. Refuses not_found if it isn't the
-- session's organization or isn't abandoned. Security definer, because only the owner may delete from the ledger; its
-- triggers allow these deletes (app.is_being_removed).
create or replace function app.remove_abandoned_organization(p_org_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from organizations where org_id = p_org_id for update;
  if not app.is_abandoned(p_org_id) then
    perform kernel.refuse('not_found', '{}');
  end if;
  perform kernel.require_all_locations();
  perform app.remove_organization_rows(p_org_id);
end $$;
