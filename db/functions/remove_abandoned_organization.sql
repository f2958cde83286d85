-- Removes the next p_rows rows of an organization that has had no member for 30 days, the organization itself last.
-- Returns whether any are left: each call is a transaction of its own, so the size of an organization doesn't matter,
-- and one that was interrupted continues. No one can open it meanwhile, because it has no members. Refuses not_found if
-- it isn't the session's organization or isn't abandoned. Security definer, because only the owner may delete from the
-- ledger; its triggers allow these deletes (app.is_being_removed). Rows are looked up by index, as in
-- app.remove_organization_rows.
create or replace function app.remove_abandoned_organization(p_org_id uuid, p_rows integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off as $$
declare
  v_left integer := p_rows;
  v_gone integer;
  v_table regclass;
  v_last text;
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from organizations where org_id = p_org_id for update;
  if not app.is_abandoned(p_org_id) then
    perform kernel.refuse('not_found', '{}');
  end if;
  perform kernel.require_all_locations();
  perform set_config('app.removing', p_org_id::text, true);
  foreach v_table in array app.tables_in_removal_order() loop
    -- Of rows that refer to others of their table, those to which none refers anymore.
    select string_agg(format(' and not exists (select from %s o where %s)', v_table, pairs), '') into v_last
    from pg_constraint k
    cross join lateral (
      select string_agg(format('o.%I = t.%I', a.attname, b.attname), ' and ') as pairs
      from unnest(k.conkey, k.confkey) as p (own, other)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.own
      join pg_attribute b on b.attrelid = k.conrelid and b.attnum = p.other) c
    where k.contype = 'f' and k.conrelid = v_table and k.confrelid = v_table;
    loop
      execute format('delete from %1$s where ctid = any (array(select t.ctid from %1$s t where t.org_id = $1%2$s limit $2))',
        v_table, v_last) using p_org_id, v_left;
      get diagnostics v_gone = row_count;
      v_left := v_left - v_gone;
      exit when v_gone = 0 or v_left <= 0;
    end loop;
    exit when v_left <= 0;
  end loop;
  perform set_config('app.removing', '', true);
  return exists (select from organizations where org_id = p_org_id);
end $$;
