-- Row-level security and grants, the same for every business table, re-applied on every upgrade. Policies are plain
-- comparisons (Citus refuses a subquery in one); the owner's own policy is the one that may be "true", so that security
-- definer functions see what they check and keep their indexes, and no one needs bypassrls.

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
    execute format($policy$create policy app_organization on %s to onhand_app, onhand_limited
      using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
      with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid)$policy$, business.name);
    execute format('revoke all on %s from onhand_app, onhand_limited', business.name);
    execute format('grant select, insert, update, delete on %s to onhand_app, onhand_limited', business.name);
  end loop;
end $$;

-- Members limited to locations: every table of rows at a location has two restrictive policies. A full member's checks
-- whether the transaction works with all locations, and shows nothing until that is set. It does so in the value that
-- org_id is compared with, because the planner evaluates such values once per statement. A separate condition would be
-- evaluated for every row, and estimated to leave half a percent of them: a page of 51 explained movements read 3,002
-- instead of 450. A limited member's policy compares each row with the ids in app.locations; a row without a location
-- belongs to everyone, and one with two ends is visible from both. audit_trail describes rows of other tables: for a
-- row at a location, its old or new values contain the location.
do $limits$
declare
  mine constant text := $$nullif(current_setting('app.locations', true), '')::uuid[]$$;
  kept record;
begin
  for kept in
    select c.oid::regclass as name, case
        when c.relname = 'locations' then format('id = any (%s)', mine)
        when c.relname = 'audit_trail' then format($rule$case
            when table_name = 'locations' then record_id = any (%1$s)
            when coalesce(new_values, old_values) ->> 'location_id' is not null
              then (coalesce(new_values, old_values) ->> 'location_id')::uuid = any (%1$s)
            when coalesce(new_values, old_values) ->> 'from_location_id' is not null
              then (coalesce(new_values, old_values) ->> 'from_location_id')::uuid = any (%1$s)
                or (coalesce(new_values, old_values) ->> 'to_location_id')::uuid = any (%1$s)
            else true end$rule$, mine)
        else string_agg(case when a.attname is not null then format(case when a.attname = 'location_id' and not a.attnotnull then '%1$I is null or %1$I = any (%2$s)'
          else '%1$I = any (%2$s)' end, a.attname, mine) end, ' or ' order by a.attnum) end as rule
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname like '%location\_id' and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and pg_get_userbyid(c.relowner) = 'onhand_owner'
    group by c.oid, c.relname
    having c.relname in ('locations', 'audit_trail') or count(a.attname) > 0
  loop
    execute format('drop policy if exists app_locations on %s', kept.name);
    execute format($policy$create policy app_locations on %s as restrictive to onhand_app
      using (org_id = case when current_setting('app.locations', true) = 'all' then nullif(current_setting('app.org_id', true), '')::uuid end)
      $policy$, kept.name);
    execute format('drop policy if exists app_limited on %s', kept.name);
    execute format('create policy app_limited on %s as restrictive to onhand_limited using (%s)', kept.name, kept.rule);
  end loop;
end $limits$;

-- The ledger and the data derived from it (and from products' names) have one writer, the kernel; the audit trail has
-- one writer, its triggers.
do $$
declare
  kept text;
begin
  foreach kept in array array[
    'audit_trail', 'audit_names', 'audit_people', 'audit_seals', 'audit_seal_parts', 'audit_erasures', 'posting_keys', 'stock_postings', 'stock_movements', 'stock_levels', 'stock_demands', 'stock_commitments',
    'product_totals', 'catalogue_totals', 'location_sets', 'location_set_totals', 'location_set_low', 'document_counts', 'document_location_counts',
    'document_location_progress', 'product_months', 'stock_months', 'lots', 'product_prices',
    'product_name_words', 'search_words', 'feed_events', 'feed_batches', 'feed_state']
  loop
    if to_regclass('public.' || kept) is not null then
      execute format('revoke insert, update, delete on public.%I from onhand_app, onhand_limited', kept);
    end if;
  end loop;
end $$;

-- A limited member must not read sums over all locations: the views of the same names in the schema limited compute
-- theirs.
revoke select on public.product_totals, public.catalogue_totals, public.product_months, public.document_counts,
  public.location_sets, public.location_set_totals, public.location_set_low, public.document_location_counts from onhand_limited;
grant select (org_id, product_id, minimum, archived, name_sort, minimum_sort, price, category_id) on public.product_totals to onhand_limited;
-- How many products there are is the same for everyone.
grant select (org_id, category_id, slot, products, archived) on public.catalogue_totals to onhand_limited;

revoke create on schema public from public;
grant usage on schema public, kernel, app, auth to onhand_app, onhand_limited;
grant select, insert, update, delete on all tables in schema auth to onhand_app, onhand_limited;
grant usage on all sequences in schema public, auth to onhand_app, onhand_limited;
revoke execute on all functions in schema kernel, app from public;
grant execute on all functions in schema kernel, app to onhand_app, onhand_limited;
grant usage on schema limited to onhand_limited;
grant select, insert, update, delete on all tables in schema limited to onhand_limited;
