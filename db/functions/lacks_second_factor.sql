-- Whether the organization requires a second factor and this session hasn't provided one. Read in every request's own
-- transaction. (A member whose account has a second factor must use it in every organization: app.access_check.)
create or replace function app.lacks_second_factor(p_session_id uuid, p_org_id uuid) returns boolean
language sql stable as $$
  select exists (select from public.organizations o where o.org_id = p_org_id and o.second_factor_required)
    and not exists (select from auth.sessions s where s.id = p_session_id and s.aal = 'aal2')
$$;
