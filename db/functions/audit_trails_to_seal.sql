-- Returns the organizations whose audit trail has never been sealed, or not for the given time. Leaves out sample
-- companies, whose data isn't real, and organizations that are being removed. Security definer, because row-level
-- security shows the app one organization at a time.
create or replace function app.audit_trails_to_seal(p_age interval) returns table (org_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.org_id
  from public.organizations o
  left join lateral (
    select s.sealed_at from public.audit_seals s where s.org_id = o.org_id order by s.seal_no desc limit 1) last on true
  where not o.is_sample and (last.sealed_at is null or last.sealed_at < clock_timestamp() - p_age or last.sealed_at > clock_timestamp())
    and coalesce(o.abandoned_at > clock_timestamp() - interval '30 days', true)
  order by last.sealed_at nulls first, o.org_id;
end;
