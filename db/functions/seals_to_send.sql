-- Returns the newest seal of each organization, if it hasn't been sent to the target yet. A seal contains the hash of
-- the one before, so it stands for all earlier ones. In random order, so a seal that can't be sent doesn't block the
-- same organizations every time. Security definer, because row-level security shows the app one organization at a time.
create or replace function app.seals_to_send(p_target text) returns table (org_id uuid, seal_no integer)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.org_id, newest.seal_no
  from public.organizations o
  cross join lateral (
    select s.seal_no, s.announced_at, s.announced_to from public.audit_seals s
    where s.org_id = o.org_id order by s.seal_no desc limit 1) newest
  where newest.announced_at is null and p_target <> all (newest.announced_to)
  order by random();
end;
