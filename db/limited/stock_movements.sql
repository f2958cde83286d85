-- The movements at a limited member's locations. An end at another location is shown as `elsewhere`: units that moved
-- here from there arrived from outside, and vice versa. Three parts, by which ends are the member's, so that a
-- requested location is still found by its index. Three more contain legs that represent their entry here, because the
-- leg that represents it for everyone else is at another location. PostgreSQL can't merge the parts in the order of the
-- history: pages are found in the table itself (server/stock/entries-at-locations.ts).
do $view$
declare
  mine constant text := $$(nullif(current_setting('app.locations', true), '')::uuid[])$$;
  -- The leg that represents an entry: a release of a reservation only if there is no other.
  precedence constant text := $$(%1$s.from_account = 'reserved' and %1$s.to_account = 'available', %1$s.line_no)$$;
  led_elsewhere text := format($$not m.is_entry and not exists (
      select from public.stock_movements e
      where e.org_id = m.org_id and e.posting_id = m.posting_id and e.entry_no = m.entry_no
        and (e.from_location_id = any (%1$s) or e.to_location_id = any (%1$s))
        and (e.is_entry or %2$s < %3$s))$$, mine, format(precedence, 'e'), format(precedence, 'm'));
  own_from constant text := format('(m.from_location_id is null or m.from_location_id = any (%s))', mine);
  own_to constant text := format('(m.to_location_id is null or m.to_location_id = any (%s))', mine);
  parts text;
begin
  select string_agg(format('select %s from public.stock_movements m where %s', (
      select string_agg(format('%s as %I', case
          when a.attname = 'is_entry' and p.leads then 'true'
          when a.attname ~ '^from_' and p.from_elsewhere then case
            when a.attname = 'from_account' then '''elsewhere''' else format('null::%s', format_type(a.atttypid, a.atttypmod)) end
          when a.attname ~ '^to_' and p.to_elsewhere then case
            when a.attname = 'to_account' then '''elsewhere''' else format('null::%s', format_type(a.atttypid, a.atttypmod)) end
          else format('m.%I', a.attname) end, a.attname), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = 'public.stock_movements'::regclass and a.attnum > 0 and not a.attisdropped
    ), p.condition), E'\nunion all\n')
  into parts
  from (
    select format('%s and %s', e.condition, l.condition) as condition, e.from_elsewhere, e.to_elsewhere, l.leads
    from (values
      (format('%s and %s and (m.from_location_id is not null or m.to_location_id is not null)', own_from, own_to), false, false),
      (format('m.from_location_id = any (%s) and not %s', mine, own_to), false, true),
      (format('m.to_location_id = any (%s) and not %s', mine, own_from), true, false)
    ) as e (condition, from_elsewhere, to_elsewhere)
    cross join (values (format('(m.is_entry or not (%s))', led_elsewhere), false), (led_elsewhere, true)) as l (condition, leads)
  ) as p;
  execute 'create view limited.stock_movements with (security_invoker = true) as ' || parts;
end $view$;
