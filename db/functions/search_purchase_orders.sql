-- The purchase orders whose number contains a LIKE pattern (app.search_patterns: lower case, of three characters or
-- more), at most p_limit of them, in no order. Security definer for the reason given in app.search_products; the
-- expression is the one of purchase_orders_search.
create or replace function app.search_purchase_orders(p_org_id uuid, p_pattern text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  if app.location_ids() is not null then
    return query
      select o.id from limited.purchase_orders o
      where o.org_id = p_org_id and lower(o.order_number) like p_pattern
      limit p_limit;
    return;
  end if;
  return query
    select o.id from purchase_orders o
    where o.org_id = p_org_id and lower(o.order_number) like p_pattern
    limit p_limit;
end $$;
