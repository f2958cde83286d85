-- What a session may act as in an organization: the member's role; 'ended' when the session is over or never was that
-- user's; 'second_factor' when the user has a second factor and the session, or the access token (p_aal), did not prove
-- it; null when the user is no member. And the locations the member is limited to, null for all of them. Always one
-- row. Plain enough to be inlined. p_org_id null means the user's own organization.
create or replace function app.session_access(p_user_id uuid, p_session_id uuid, p_aal text, p_org_id uuid)
returns table (role text, location_ids uuid[])
language sql stable as $$
  select case
      when s.id is null then 'ended'
      when (s.aal = 'aal1' or p_aal = 'aal1')
        and exists (select from auth.factors f where f.user_id = p_user_id and f.status = 'verified') then 'second_factor'
      else m.role
    end, m.location_ids
  from (select) as one
  left join auth.sessions s on s.id = p_session_id and s.user_id = p_user_id and s.ended_at is null
  left join public.members m on m.user_id = p_user_id
    and m.org_id = coalesce(p_org_id, (select u.own_org_id from auth.users u where u.id = p_user_id))
$$;
