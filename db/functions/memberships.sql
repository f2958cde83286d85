-- The organizations a user belongs to, with the name people see: the company name of the settings, else the
-- organization's own. The user's own organization comes first, sample companies last. Security definer, because
-- row-level security shows one organization at a time; only for the transaction's own user
-- (server/platform/as-user.ts).
create or replace function app.memberships(p_user_id uuid) returns table (org_id uuid, name text, role text, is_sample boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.org_id, coalesce(nullif(s.company_name, ''), o.name), m.role, o.is_sample
  from public.members m
  join public.organizations o on o.org_id = m.org_id
  left join public.organization_settings s on s.org_id = m.org_id
  where m.user_id = p_user_id and p_user_id::text = current_setting('app.user_id', true)
  order by m.org_id = (select u.own_org_id from auth.users u where u.id = p_user_id) desc, o.is_sample, lower(o.name), m.org_id
$$;
