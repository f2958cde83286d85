-- The same movements as in stock_movements.sql, found by their posting: in one part, because no index leads to a
-- location here. `is true` hides the comparison from the planner. Otherwise a plan made for a member of a location with
-- few movements would begin there, for members of all other locations as well.
do $view$
declare
  mine constant text := $$(nullif(current_setting('app.locations', true), '')::uuid[])$$;
  own_from constant text := format('(m.from_location_id is null or m.from_location_id = any (%s))', mine);
  own_to constant text := format('(m.to_location_id is null or m.to_location_id = any (%s))', mine);
  -- The leg that represents an entry: a release of a reservation only if there is no other.
  precedence constant text := $$(%1$s.from_account = 'reserved' and %1$s.to_account = 'available', %1$s.line_no)$$;
  leads constant text := format($$m.is_entry or not exists (
      select from public.stock_movements e
      where e.org_id = m.org_id and e.posting_id = m.posting_id and e.entry_no = m.entry_no
        and (e.from_location_id = any (%1$s) or e.to_location_id = any (%1$s))
        and (e.is_entry or %2$s < %3$s))$$, mine, format(precedence, 'e'), format(precedence, 'm'));
  columns text;
begin
  select string_agg(format('%s as %I', case
      when a.attname = 'is_entry' then leads
      when a.attname = 'from_account' then format('case when %s then m.from_account else ''elsewhere'' end', own_from)
      when a.attname = 'to_account' then format('case when %s then m.to_account else ''elsewhere'' end', own_to)
      when a.attname ~ '^from_' then format('case when %s then m.%I end', own_from, a.attname)
      when a.attname ~ '^to_' then format('case when %s then m.%I end', own_to, a.attname)
      else format('m.%I', a.attname) end, a.attname), ', ' order by a.attnum)
  into columns
  from pg_attribute a where a.attrelid = 'public.stock_movements'::regclass and a.attnum > 0 and not a.attisdropped;
  execute format('create view limited.posting_legs with (security_invoker = true) as select %1$s from public.stock_movements m
    where (m.from_location_id = any (%2$s) or m.to_location_id = any (%2$s)) is true', columns, mine);
end $view$;
