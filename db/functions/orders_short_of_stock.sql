-- Returns the open sales orders with a line that isn't fully reserved, found through the products that are backordered:
-- all other orders have everything reserved. Security definer, because under row-level security the comparisons of
-- quantities couldn't use an index.
create or replace function app.orders_short_of_stock(p_org_id uuid) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  if app.location_ids() is not null then
    return query
      select distinct d.document_id
      from stock_demands d
      where d.org_id = p_org_id and d.document_kind = 'sales_order' and d.is_open
        and (d.location_id is null or d.location_id = any (app.location_ids()))
        and d.wanted - d.fulfilled > coalesce((
          select sum(c.quantity) from stock_commitments c
          where c.org_id = d.org_id and c.document_line_id = d.document_line_id and c.location_id = any (app.location_ids())), 0);
    return;
  end if;
  return query
    select distinct d.document_id
    from product_totals t
    join stock_demands d on d.org_id = t.org_id and d.product_id = t.product_id and d.is_open and d.document_kind = 'sales_order'
    where t.org_id = p_org_id and t.backordered > 0 and d.wanted - d.fulfilled > coalesce((
      select sum(c.quantity) from stock_commitments c
      where c.org_id = d.org_id and c.document_line_id = d.document_line_id), 0);
end $$;
