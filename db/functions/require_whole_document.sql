-- Refuses forbidden to a limited member when lines of a document concern other locations: what they don't see, they can't change, and a document is
-- changed as a whole. Parts: purchase_order (its lines and what was received for them), receipt (what it received, and where that was expected), shipped_goods (all that a sales order shipped and took back),
-- posting (what it moved). Who has all locations is asked nothing.
create or replace function app.require_whole_document(p_org_id uuid, p_part text, p_id uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own uuid[] := app.location_ids();
  hides_some boolean;
begin
  perform kernel.require_organization(p_org_id);
  if own is null then
    return;
  end if;
  hides_some := case p_part
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
    when 'shipped_goods' then exists (
        select from sales_order_items i
        join stock_movements m on m.org_id = i.org_id and m.document_line_id = i.id and m.to_account = 'customer'
        where i.org_id = p_org_id and i.sales_order_id = p_id and m.from_location_id <> all (own))
      or exists (
        select from sales_returns r join sales_return_items i on i.org_id = r.org_id and i.return_id = r.id
        where r.org_id = p_org_id and r.sales_order_id = p_id and i.location_id <> all (own))
    else exists (
        select from stock_movements m
        where m.org_id = p_org_id and m.posting_id = p_id and (m.from_location_id <> all (own) or m.to_location_id <> all (own))) end;
  if hides_some then
    perform kernel.refuse('forbidden', '{"limited": true}');
  end if;
end $$;
