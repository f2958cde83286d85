-- Returns whether a document concerns locations outside the caller's limit. Such callers can read their part of the
-- document, but it can only be changed as a whole. False for callers with all locations, without a query. Parts:
-- purchase_order (its lines and what was received for them), receipt (what it received, and where that was expected),
-- sales_order (reserved_goods unless the caller created the order, and shipped_goods), reserved_goods (what is reserved
-- for a sales order), shipped_goods (everything it shipped and took back), posting (what it moved). An order of the
-- caller stays theirs to change while units elsewhere are only reserved for it: the server reserves them by itself.
-- Security definer, because row-level security hides the other locations' lines; it reveals only that some exist.
create or replace function app.concerns_other_locations(p_org_id uuid, p_part text, p_id uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own uuid[] := app.location_ids();
begin
  perform kernel.require_organization(p_org_id);
  if own is null then
    return false;
  end if;
  return case p_part
    when 'purchase_order' then exists (
        select from purchase_order_items i
        where i.org_id = p_org_id and i.purchase_order_id = p_id and i.location_id <> all (own))
      or exists (
        select from receipts r join receipt_items i on i.org_id = r.org_id and i.receipt_id = r.id
        where r.org_id = p_org_id and r.purchase_order_id = p_id and i.location_id <> all (own))
    when 'receipt' then exists (
        select from receipt_items r
        left join purchase_order_items i on i.org_id = r.org_id and i.id = r.purchase_order_item_id
        where r.org_id = p_org_id and r.receipt_id = p_id and (r.location_id <> all (own) or i.location_id <> all (own)))
    when 'reserved_goods' then exists (
        select from sales_order_items i
        join stock_commitments c on c.org_id = i.org_id and c.document_line_id = i.id
        where i.org_id = p_org_id and i.sales_order_id = p_id and c.location_id <> all (own))
    when 'sales_order' then exists (
        select from sales_orders o
        where o.org_id = p_org_id and o.id = p_id and o.user_id::text is distinct from current_setting('app.user_id', true)
          and app.concerns_other_locations(p_org_id, 'reserved_goods', p_id))
      or app.concerns_other_locations(p_org_id, 'shipped_goods', p_id)
    when 'shipped_goods' then exists (
        select from sales_order_items i
        join stock_movements m on m.org_id = i.org_id and m.document_line_id = i.id and 'customer' in (m.from_account, m.to_account)
        where i.org_id = p_org_id and i.sales_order_id = p_id
          -- A failed delivery may have come back to another location than it left.
          and (m.from_location_id <> all (own) or m.to_location_id <> all (own)))
      or exists (
        select from sales_returns r join sales_return_items i on i.org_id = r.org_id and i.return_id = r.id
        where r.org_id = p_org_id and r.sales_order_id = p_id and i.location_id <> all (own))
    else exists (
        select from stock_movements m
        where m.org_id = p_org_id and m.posting_id = p_id and (m.from_location_id <> all (own) or m.to_location_id <> all (own))) end;
end $$;
