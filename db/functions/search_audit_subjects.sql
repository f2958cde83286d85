-- The records that have, or once had, a name that contains what app.search_patterns made of a search text: products by
-- their present name and SKU (where p_products asks for them: there are many), the rest, and products by former names,
-- from audit_names. At most p_limit of each; all where it is null. Security definer for the reason given in
-- app.search_products; returns ids only, and rows about them are read under the caller's own policies.
create or replace function app.search_audit_subjects(p_org_id uuid, p_patterns text[], p_products boolean, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_bitmapscan = on as $$
begin
  perform kernel.require_organization(p_org_id);
  if p_products then
    return query execute format('select p.id from products p where p.org_id = %L and %s limit %s',
      p_org_id, app.product_search_conditions(p_patterns, true), coalesce(p_limit::text, 'all'));
  end if;
  return query execute format('select distinct n.subject_id from audit_names n where n.org_id = %L and %s limit %s',
    p_org_id,
    (select string_agg(format('n.name_sort%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
      from unnest(p_patterns) as pattern),
    coalesce(p_limit::text, 'all'));
end $$;
