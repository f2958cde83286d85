-- Returns what a session may act as in an organization: the member's role; 'ended' if the session is over or was never
-- that user's; 'second_factor' if the user has a second factor that neither the session nor the access token (p_aal)
-- proved; null if the user isn't a member. Also returns the locations that the member is limited to, null for all.
-- Always one row. Simple enough to be inlined. If p_org_id is null, the user's own organization is used.
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
