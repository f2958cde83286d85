-- Removes every row of every table that has an organization's id, the organization last. Only for functions with the
-- owner's rights that have checked that the organization may be removed. Foreign keys look up remaining rows by index,
-- even where the planner thinks a table is empty.
create or replace function app.remove_organization_rows(p_org_id uuid) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off as $$
declare
  emptied regclass;
begin
  perform set_config('app.removing', p_org_id::text, true);
  foreach emptied in array app.tables_in_removal_order() loop
    execute format('delete from %s where org_id = $1', emptied) using p_org_id;
  end loop;
  perform set_config('app.removing', '', true);
end $$;
