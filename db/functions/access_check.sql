-- What a request may act as: the member's role; 'ended' when the session is over or never was that user's; 'second_factor' when the user has a
-- second factor and the session, or the access token (p_aal), did not prove it; null when the user is no member of the organisation.
-- p_org_id null means the user's own organisation. One statement on primary keys, run first in every request's transaction: an ended session or a
-- removed member is refused at the next request, not at token expiry.
-- Security definer, because row-level security shows the app role no member before the organisation is known to be theirs.
create or replace function app.access_check(p_user_id uuid, p_session_id uuid, p_aal text, p_org_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when s.id is null then 'ended'
    when (s.aal = 'aal1' or p_aal = 'aal1')
      and exists (select from auth.factors f where f.user_id = p_user_id and f.status = 'verified') then 'second_factor'
    else (
      select m.role
      from public.members m
      where m.user_id = p_user_id
        and m.org_id = coalesce(p_org_id, (select u.own_org_id from auth.users u where u.id = p_user_id))
    )
  end
  from (select) as one
  left join auth.sessions s on s.id = p_session_id and s.user_id = p_user_id and s.ended_at is null
$$;
