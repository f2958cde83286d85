-- Returns the access of the people behind open event streams of any organization (app.session_access), numbered as the
-- ids are. Each stream is checked at its own interval. Security definer, because row-level security shows the app one
-- organization at a time; it returns data only about the people who opened the streams.
create or replace function app.check_streams(
  p_ids uuid[], p_org_ids uuid[], p_user_ids uuid[], p_session_ids uuid[], p_aals text[])
returns table (id uuid, role text, lacks_second_factor boolean)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with asked as (
    select * from unnest(p_ids, p_org_ids, p_user_ids, p_session_ids, p_aals) as s (id, org_id, user_id, session_id, aal)
  ), seen as (
    insert into auth.event_streams (id, org_id, user_id, session_id)
    select s.id, s.org_id, s.user_id, s.session_id from asked s order by s.id
    on conflict (id) do update set seen_at = clock_timestamp()
  )
  select s.id, a.role, app.lacks_second_factor(s.session_id, s.org_id)
  from asked s
  cross join lateral app.session_access(s.user_id, s.session_id, s.aal, s.org_id) a
$$;
