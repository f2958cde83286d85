-- Adds descriptions to audit rows older than 0280_audit_trail.sql, over all organizations, at most p_limit rows;
-- returns how many it filled. Called until it returns 0; it can be interrupted between calls without losing anything.
-- Security definer, because no one may change an audit row: this function only fills nulls.
create or replace function app.fill_audit_trail(p_limit integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with unfilled as materialized (
    select a.org_id, a.id, s.subject_id, s.item_name, app.audit_summary(a.table_name, a.action, a.old_values, a.new_values) as summary
    from (
      select * from audit_trail where summary is null
      order by org_id, id limit p_limit
      for update skip locked) a
    cross join lateral app.audit_subject(a.table_name, coalesce(a.new_values, a.old_values)) s
  ), filled as (
    update audit_trail a
    set subject_id = coalesce(u.subject_id, a.record_id), item_name = u.item_name, summary = u.summary
    from unfilled u
    where a.org_id = u.org_id and a.id = u.id
    returning 1
  )
  select count(*)::integer from filled
$$;
