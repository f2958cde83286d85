-- Row-level security and grants, the same for every business table, re-applied on every upgrade. Policies are plain comparisons
-- (Citus refuses a subquery in one); the owner's own policy is the one that may be "true", so that security definer functions see
-- what they check and keep their indexes, and nobody needs bypassrls.

do $$
declare
  business record;
begin
  for business in
    select c.oid::regclass as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and pg_get_userbyid(c.relowner) = 'onhand_owner'
  loop
    execute format('alter table %s enable row level security', business.name);
    execute format('alter table %s force row level security', business.name);
    execute format('drop policy if exists owner_all on %s', business.name);
    execute format('create policy owner_all on %s to onhand_owner using (true) with check (true)', business.name);
    execute format('drop policy if exists app_organization on %s', business.name);
    execute format($policy$create policy app_organization on %s to onhand_app
      using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
      with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid)$policy$, business.name);
    execute format('revoke all on %s from onhand_app', business.name);
    execute format('grant select, insert, update, delete on %s to onhand_app', business.name);
  end loop;
end $$;

-- The ledger and what is derived (from it, and from products' names) has one writer, the kernel; the audit trail has one writer, its triggers.
do $$
declare
  kept text;
begin
  foreach kept in array array[
    'audit_trail', 'posting_keys', 'stock_postings', 'stock_movements', 'stock_levels', 'stock_demands', 'stock_commitments',
    'product_totals', 'catalogue_totals', 'product_months', 'stock_months', 'lots', 'product_prices',
    'product_name_words']
  loop
    if to_regclass('public.' || kept) is not null then
      execute format('revoke insert, update, delete on public.%I from onhand_app', kept);
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public, kernel, app, auth to onhand_app;
grant select, insert, update, delete on all tables in schema auth to onhand_app;
grant usage on all sequences in schema public, auth to onhand_app;
revoke execute on all functions in schema kernel, app from public;
grant execute on all functions in schema kernel, app to onhand_app;
