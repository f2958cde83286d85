-- What a request may act as: the member's role; 'ended' when the session is over or never was that user's;
-- 'second_factor' when the user has a second factor and the session, or the access token (p_aal), did not prove it;
-- null when the user is no member of the organisation. And the locations the member is limited to, null for all of
-- them. Sets app.locations for the rest of the transaction, so that a request of a full member needs no statement more.
-- p_org_id null means the user's own organisation. One statement on primary keys, run first in every request's
-- transaction: an ended session, a removed member, another role or other locations count at the next request, not at
-- token expiry. Security definer, because row-level security shows the app role no member before the organisation is
-- known to be theirs.
create or replace function app.access_check(
  p_user_id uuid, p_session_id uuid, p_aal text, p_org_id uuid, out role text, out location_ids uuid[])
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select case
      when s.id is null then 'ended'
      when (s.aal = 'aal1' or p_aal = 'aal1')
        and exists (select from auth.factors f where f.user_id = p_user_id and f.status = 'verified') then 'second_factor'
      else m.role
    end, m.location_ids
  into role, location_ids
  from (select) as one
  left join auth.sessions s on s.id = p_session_id and s.user_id = p_user_id and s.ended_at is null
  left join public.members m on m.user_id = p_user_id
    and m.org_id = coalesce(p_org_id, (select u.own_org_id from auth.users u where u.id = p_user_id));
  perform set_config('app.locations', case
    when role is null or role in ('ended', 'second_factor') then ''
    when location_ids is null then 'all'
    else location_ids::text end, true);
end $$;
