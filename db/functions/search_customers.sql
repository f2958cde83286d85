-- Returns the customers whose name, email and phone match the patterns from app.search_patterns, by name, at most
-- p_limit of them after p_after (name_sort, id). Security definer for the reason given in app.search_products.
create or replace function app.search_customers(p_org_id uuid, p_patterns text[], p_after text[], p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query execute format('select c.id from customers c where c.org_id = %L and %s and %s order by c.name_sort, c.id limit %s', p_org_id,
    (select string_agg(format('c.search_text%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
      from unnest(p_patterns) as pattern),
    case when p_after is null then 'true' else format('(c.name_sort, c.id) > (%L, %L::uuid)', p_after[1], p_after[2]) end, p_limit);
end $$;
