-- Returns the organizations with purchase orders on account of which members haven't been notified although they are
-- due within some days, or overdue; only from an hour of the organization's day on, because the notification can be an
-- email or a push message. Returns ids only; reminders are written inside each organization's scope. Security definer,
-- because row-level security shows the app one organization at a time.
create or replace function app.payment_reminders_due(p_days integer, p_from_hour integer) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select distinct p.org_id
  from public.purchase_orders p
  join public.organizations o on o.org_id = p.org_id
  cross join lateral (select (clock_timestamp() at time zone o.time_zone) as now) local
  left join public.purchase_payment_reminders r on r.org_id = p.org_id and r.purchase_order_id = p.id
  where p.payment_due_date is not null and p.payment_status in ('pending', 'partial')
    and p.payment_due_date <= local.now::date + p_days and extract(hour from local.now) >= p_from_hour
    and (r.payment_due_date, r.is_overdue) is distinct from (p.payment_due_date, p.payment_due_date < local.now::date);
end;
