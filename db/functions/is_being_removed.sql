-- Whether this transaction removes the entire organization (app.remove_organization_rows sets this). Never true for an
-- organization that has members and isn't a sample company, whatever a session sets.
create or replace function app.is_being_removed(p_org_id uuid) returns boolean
language sql stable as $$
  select coalesce(current_setting('app.removing', true), '') = p_org_id::text
    and not exists (
      select from public.organizations o where o.org_id = p_org_id and not o.is_sample and not app.is_abandoned(p_org_id))
$$;
