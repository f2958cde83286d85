-- Returns the products of which orders have units reserved in lots that have expired since, by their organization's
-- day: at most a hundred in a row. Returns ids only; the units are released inside each organization's scope. Security
-- definer, because row-level security shows the app one organization at a time.
create or replace function app.expired_reservations() returns table (org_id uuid, product_ids uuid[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select p.org_id, array_agg(p.product_id order by p.product_id)
  from (
    select x.org_id, x.product_id, (row_number() over (partition by x.org_id order by x.product_id) - 1) / 100 as part
    from (
      select distinct c.org_id, c.product_id
      from public.stock_commitments c
      join public.organizations o on o.org_id = c.org_id
      join public.lots t on t.org_id = c.org_id and t.product_id = c.product_id and t.id = c.lot_id
      where c.account = 'reserved' and c.has_units and t.expires_on < (now() at time zone o.time_zone)::date
    ) x
  ) p
  group by p.org_id, p.part
  order by p.org_id, p.part;
end;
