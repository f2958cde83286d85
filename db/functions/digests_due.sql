-- Returns the members whose daily summary is due: it is their hour or later in the organization's time zone, and
-- today's summary hasn't been queued. A date later than tomorrow was recorded by a clock that was ahead, and counts as
-- not queued. Returns ids only; each summary is created inside its own scope. Security definer, because row-level
-- security shows the app one organization at a time.
create or replace function app.digests_due() returns table (org_id uuid, user_id uuid, today date)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select d.org_id, d.user_id, (clock_timestamp() at time zone o.time_zone)::date
  from public.notification_digests d
  join public.organizations o on o.org_id = d.org_id
  where extract(hour from clock_timestamp() at time zone o.time_zone) >= d.hour
    and coalesce(d.sent_on < (clock_timestamp() at time zone o.time_zone)::date
      or d.sent_on > (clock_timestamp() at time zone o.time_zone)::date + 1, true)
  order by d.org_id, d.user_id;
end;
