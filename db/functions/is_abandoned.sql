-- Whether an organization has had no member for 30 days and may therefore be removed.
create or replace function app.is_abandoned(p_org_id uuid) returns boolean
language sql stable as $$
  select exists (
      select from public.organizations o where o.org_id = p_org_id and o.abandoned_at < clock_timestamp() - interval '30 days')
    and not exists (select from public.members m where m.org_id = p_org_id)
$$;
