-- Returns the organizations with other members of which a user is the only owner: they must transfer ownership before
-- leaving. Security definer, because row-level security shows the app one organization at a time; only for the
-- transaction's own user.
create or replace function app.only_owner_of(p_user_id uuid) returns table (org_id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.org_id, coalesce(nullif(s.company_name, ''), o.name)
  from public.members m
  join public.organizations o on o.org_id = m.org_id
  left join public.organization_settings s on s.org_id = m.org_id
  where m.user_id = p_user_id and m.role = 'owner' and p_user_id::text = current_setting('app.user_id', true)
    and exists (select from public.members other where other.org_id = m.org_id and other.user_id <> p_user_id)
    and not exists (
      select from public.members other where other.org_id = m.org_id and other.user_id <> p_user_id and other.role = 'owner')
  order by lower(o.name), m.org_id
$$;
