-- Returns the organizations whose ledger wasn't checked within the given time, longest ago first. Returns ids only;
-- each is checked inside its own scope. Leaves out organizations that are being removed. A check dated in the future
-- (the clock was set back) doesn't count. Security definer, because row-level security shows the app one organization
-- at a time.
create or replace function app.ledgers_to_check(p_age interval) returns table (org_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.org_id
  from public.organizations o
  left join public.ledger_checks c on c.org_id = o.org_id
  where (c.checked_at is null or c.checked_at < clock_timestamp() - p_age or c.checked_at > clock_timestamp())
    and coalesce(o.abandoned_at > clock_timestamp() - interval '30 days', true)
  order by c.checked_at nulls first, o.org_id;
end;
