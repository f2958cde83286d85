-- Returns the shipments whose tracking number matches the patterns from app.search_patterns, at most p_limit of them,
-- in no order. Security definer for the reason given in app.search_products.
create or replace function app.search_shipments(p_org_id uuid, p_patterns text[], p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query execute format('select s.id from %s s where s.org_id = %L and %s limit %s',
    case when app.location_ids() is null then 'shipments' else 'limited.shipments' end, p_org_id,
    (select string_agg(format('s.tracking_sort%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
      from unnest(p_patterns) as pattern), p_limit);
end $$;
