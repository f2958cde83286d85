-- Removes a sample company with all its data. Waits for requests that are working in it, and blocks new ones until it
-- is done. Refuses not_found if it isn't the session's organization, isn't marked as a sample, or the session's user
-- isn't its owner. Security definer, because only the owner may delete from the ledger; its triggers allow these
-- deletes (app.is_being_removed).
create or replace function app.remove_sample_company(p_org_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from organizations where org_id = p_org_id and is_sample for update;
  if not found or not exists (
      select from members
      where org_id = p_org_id and user_id = nullif(current_setting('app.user_id', true), '')::uuid and role = 'owner') then
    perform kernel.refuse('not_found', '{}');
  end if;
  perform kernel.require_all_locations();
  perform app.remove_organization_rows(p_org_id);
end $$;
