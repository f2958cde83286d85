-- Returns the cheapest starting point for the catalog as of a moment: the beginning of the nearest month (UTC), and
-- whether to go back from today (subtracting later months from current stock) or forward from the first month.
create or replace function kernel.nearest_month(p_org_id uuid, p_at timestamptz, out border timestamptz, out from_today boolean)
language plpgsql stable as $$
declare
  month_start timestamptz := date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC';
  month_end timestamptz := (date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  first_month timestamptz := (select min(m.month)::timestamp at time zone 'UTC' from public.product_months m where m.org_id = p_org_id);
begin
  border := case when p_at - month_start < least(month_end, clock_timestamp()) - p_at then month_start else month_end end;
  from_today := coalesce(clock_timestamp() - border < border - first_month, true);
end $$;
