-- Returns what a request may act as (app.session_access). Sets app.locations for the rest of the transaction, so a full
-- member's request needs no further statement. This is one statement on primary keys, run first in every request's
-- transaction: an ended session, a removed member, or a changed role or locations take effect at the next request, not
-- when the token expires. Security definer, because row-level security shows the app role no member until the
-- organization is known to be theirs.
create or replace function app.access_check(
  p_user_id uuid, p_session_id uuid, p_aal text, p_org_id uuid, out role text, out location_ids uuid[])
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select a.role, a.location_ids into role, location_ids
  from app.session_access(p_user_id, p_session_id, p_aal, p_org_id) a;
  perform set_config('app.locations', case
    when role is null or role in ('ended', 'second_factor') then ''
    when location_ids is null then 'all'
    else location_ids::text end, true);
end $$;
