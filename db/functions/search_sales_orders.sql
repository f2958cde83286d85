-- The sales orders whose number, customer, email and phone match the patterns from app.search_patterns, at most p_limit
-- of them, in no order. Security definer for the reason given in app.search_products. The statement is composed for
-- each call, so that the planner sees the words; a word of one or two letters has no trigram, so an empty string takes
-- its place in the index.
create or replace function app.search_sales_orders(p_org_id uuid, p_patterns text[], p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query execute format('select o.id from sales_orders o where o.org_id = %L%s and %s limit %s', p_org_id,
    case when app.location_ids() is not null then ' and (o.location_id is null or o.location_id = any (app.location_ids()))' end,
    (select string_agg(format('o.search_text%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
      from unnest(p_patterns) as pattern), p_limit);
end $$;
