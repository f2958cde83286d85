-- Returns the tables in which an organization has thousands of rows but the planner expects almost none, because it had
-- none when they were last analyzed. With one expected row, any index that begins with the organization looks as good
-- as the primary key, so a join reads all rows of the organization for each of its rows (docs/decisions/0130).
-- "Thousands" means 2,500, or a thousandth of a larger table: fewer do no harm, or don't show up in the sample that an
-- analysis takes. Security definer, because a policy's condition would count as a second filter in the planner's
-- estimate.
create or replace function app.tables_to_analyze(p_org_id uuid) returns setof text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  candidate record;
  plan json;
  present bigint;
begin
  for candidate in
    select c.relname, greatest(2500, c.reltuples / 1000)::bigint as enough
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id')
    order by c.relname
  loop
    execute format('explain (format json) select from public.%I where org_id = %L', candidate.relname, p_org_id) into plan;
    continue when (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric >= candidate.enough / 10;
    execute format('select count(*) from (select from public.%I where org_id = %L limit %s) as rows', candidate.relname, p_org_id,
      candidate.enough) into present;
    if present >= candidate.enough then
      return next candidate.relname;
    end if;
  end loop;
end $$;
