-- The records that have, or once had, a name that contains what app.search_patterns made of a search text: products by their present name and SKU, the
-- rest (and products by former names) from audit_names. At most p_limit of each. Security definer for the reason given in app.search_products;
-- returns ids only, and rows about them are read under the caller's own policies.
create or replace function app.search_audit_subjects(p_org_id uuid, p_patterns text[], p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query execute format(
    '(select p.id from products p where p.org_id = %1$L and %2$s limit %4$s)
     union
     (select n.subject_id from audit_names n where n.org_id = %1$L and %3$s limit %4$s)',
    p_org_id, app.product_search_conditions(p_patterns, true),
    (select string_agg(format('n.name_sort%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
      from unnest(p_patterns) as pattern),
    p_limit);
end $$;
