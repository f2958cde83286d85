-- Returns the records that have, or once had, a name that matches the patterns from app.search_patterns: products by
-- their current name and SKU (if p_products asks for them: there are many), all others and products by former names
-- from audit_names. At most p_limit of each; all if it is null. Security definer for the reason given in
-- app.search_products; returns ids only, and rows about them are read under the caller's own policies.
-- Planned once for all texts, whose plans differ in nothing; words of one or two letters have no trigram, so all names
-- are compared.
create or replace function app.search_audit_subjects(p_org_id uuid, p_patterns text[], p_products boolean, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_bitmapscan = on set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  -- The longest word is the first. Each pattern has two wildcards.
  v_long constant boolean := length(p_patterns[1]) >= 5;
  v_parts constant text[] := case when v_long then app.indexed_parts(p_patterns) end;
begin
  perform kernel.require_organization(p_org_id);
  if p_products and v_long then
    return query
      select p.id from products p
      where p.org_id = p_org_id
        and p.search_text like v_parts[1] and p.search_text like v_parts[2] and p.search_text like v_parts[3] and p.search_text like v_parts[4]
        and app.folded(p.name_sort || E'\n' || p.sku_sort) like all (p_patterns)
      limit p_limit;
  elsif p_products then
    return query
      select p.id from products p where p.org_id = p_org_id and app.folded(p.name_sort || E'\n' || p.sku_sort) like all (p_patterns) limit p_limit;
  end if;
  if v_long then
    return query
      select distinct n.subject_id from audit_names n
      where n.org_id = p_org_id
        and n.name_sort like v_parts[1] and n.name_sort like v_parts[2] and n.name_sort like v_parts[3] and n.name_sort like v_parts[4]
        and n.name_sort like all (p_patterns)
      limit p_limit;
  else
    return query
      select distinct n.subject_id from audit_names n where n.org_id = p_org_id and n.name_sort like all (p_patterns) limit p_limit;
  end if;
end $$;
