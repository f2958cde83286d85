-- Adds one end of a leg to the monthly sums of its account: under the UTC month in which it happened and under that of its recording.
-- An end outside (no location) has none. The level's lock guards these rows.
create or replace function kernel.add_to_months(
  p_org_id uuid, p_product_id uuid, p_location_id uuid, p_lot_id uuid, p_account text, p_change numeric,
  p_happened timestamptz, p_recorded timestamptz) returns void
language plpgsql as $$
declare
  happened_month date := date_trunc('month', p_happened at time zone 'UTC')::date;
  recorded_month date := date_trunc('month', p_recorded at time zone 'UTC')::date;
begin
  if p_location_id is null then
    return;
  end if;
  insert into stock_months as m (org_id, product_id, location_id, lot_id, account, month, happened, recorded)
  values (p_org_id, p_product_id, p_location_id, p_lot_id, p_account, recorded_month,
    case when happened_month = recorded_month then p_change else 0 end, p_change)
  on conflict (org_id, product_id, location_id, lot_id, account, month)
  do update set happened = m.happened + excluded.happened, recorded = m.recorded + excluded.recorded;
  if happened_month <> recorded_month then
    insert into stock_months as m (org_id, product_id, location_id, lot_id, account, month, happened)
    values (p_org_id, p_product_id, p_location_id, p_lot_id, p_account, happened_month, p_change)
    on conflict (org_id, product_id, location_id, lot_id, account, month) do update set happened = m.happened + excluded.happened;
  end if;
end $$;
